//! The archive of a skill: one canonical zip, written the same on every machine, and read as hostile.
