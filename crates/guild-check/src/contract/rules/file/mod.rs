//! Whether a contract's own file can be followed.

use crate::contract::ContractFile;

crate::rules! {
    "contract" for ContractFile, in ".", proved by crate::contract::proof::file;
    not_toml,
    unknown_version,
    malformed_name,
    unknown_key,
    missing_key,
    wrong_value,
    unknown_slot,
    name_twice,
    unknown_section,
    file_missing,
    template_broken,
    example_broken,
}
