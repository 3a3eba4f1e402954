//! The kit, tried from outside.

mod markdown;
mod shouting;
mod source;
