//! The check of browser test plans.
//!
//! Owns what a plan is, as a typed value with exact places, the rules on it, its run in a live Chromium, the boundary
//! that keeps what a page says from being taken for more than data, and the evidence. It is synchronous: threads and
//! channels. It refuses to know how a report is printed and how an API contract is written.
//! Start reading at [`plan`], then [`outcome`], which the run gives and the evidence takes.

pub mod plan;
pub mod shape;

pub mod outcome;
mod pixels;
pub mod snapshot;

pub mod boundary;

mod check;
pub mod rules;
#[cfg(test)]
mod spec;

pub mod accepted;
mod accessibility;
mod act;
mod browser;
mod chromium;
mod compare;
pub mod find;
mod judge;
mod observe;
pub mod run;
pub mod survey;
mod vitals;
mod window;

pub mod draft;
pub mod evidence;
pub mod verdict;
mod whole_file;

pub use browser::BrowserChoice;
pub use check::{check, is_plan, judge};
pub use chromium::{Headed, LaunchError, LaunchOptions};
pub use judge::PlanJudge;
pub use pixels::Area;
pub use plan::Plan;
