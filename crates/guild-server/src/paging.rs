//! Which page of a list a request asks for.

use std::fmt::Display;

use guild_catalog::{PageRequest, PageRequestError};
use utoipa::IntoParams;

use crate::error::{ApiError, Code};
use crate::parameters::{Fields, FromFields};

/// How many items a page holds when the request does not say.
const DEFAULT_PAGE_SIZE: u32 = 20;

/// The paging parameters of every list, for the published contract; [`Paging`] is what handlers get.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct PageParameters {
    /// Which page, from 1.
    #[param(minimum = 1, default = 1, example = 1)]
    page: Option<u32>,
    /// How many items a page holds at the most.
    #[param(minimum = 1, maximum = 100, default = 20, example = 20)]
    page_size: Option<u32>,
}

/// The page that a request asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paging(pub(crate) PageRequest);

impl FromFields for Paging {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let page = number(fields, "page")?.unwrap_or(1);
        let page_size = number(fields, "pageSize")?.unwrap_or(DEFAULT_PAGE_SIZE);
        let request = PageRequest::new(page, page_size);
        Ok(Self(request.map_err(out_of_range)?))
    }
}

/// Takes a number as the contract has it: an `int32`, which no number below zero is welcome as.
fn number(fields: &mut Fields, name: &'static str) -> Result<Option<u32>, ApiError> {
    let number: Option<i32> = fields.number(name)?;
    number.map(|number| natural(name, number)).transpose()
}

/// Gives a number that is not below zero.
pub(crate) fn natural<T: Copy + Display, N: TryFrom<T>>(
    name: &str,
    number: T,
) -> Result<N, ApiError> {
    N::try_from(number).map_err(|_| {
        let message = format!("`{name}` is {number}, which is too small");
        ApiError::new(Code::ParameterOutOfRange, message)
    })
}

fn out_of_range(error: PageRequestError) -> ApiError {
    ApiError::new(Code::ParameterOutOfRange, error.to_string())
}
