//! Contract first (SPEC.md 2.5, commitment 1): every operation has a name, a typed input and a typed output.

guild_check::rules! {
    "api" for crate::Survey, in "contract_first", proved by crate::rules::prove_design;
    operation_id_missing,
    operation_id_twice,
    input_untyped,
    answer_untyped,
    value_untyped,
    example_mismatch,
}
