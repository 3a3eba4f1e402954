//! The page for a request that has no other answer: what went wrong, and what to do next.

use askama::Template;

use super::layout::{Here, Layout};
use super::text::Html;
use super::{assets, markdown};
use crate::error::{ApiError, Code};
use crate::links;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    layout: Layout,
    status: u16,
    heading: &'static str,
    advice: &'static str,
    message: Html,
    near: &'a [String],
}

/// Writes the page of an error.
pub(crate) fn error_page(state: &AppState, error: &ApiError) -> String {
    let page = ErrorPage {
        layout: Layout::of_error(state),
        status: error.code.status().as_u16(),
        heading: heading(error.code),
        advice: advice(error.code),
        message: markdown::inline(&error.message),
        near: &error.near,
    };
    // A page that fails here has nothing to fall back on but its message.
    page.render()
        .unwrap_or_else(|_| "the server failed".to_owned())
}

fn heading(code: Code) -> &'static str {
    match code {
        Code::RouteNotFound => "There is no page here",
        Code::PackNotFound => "There is no such pack",
        Code::SkillNotFound => "There is no such skill",
        Code::ReleaseNotFound => "There is no such release",
        Code::FileNotFound => "There is no such file",
        Code::ArchiveNotFound => "There is no such archive",
        Code::RuleNotFound => "There is no such rule",
        Code::MalformedPath
        | Code::MalformedQuery
        | Code::MalformedRequest
        | Code::HeadTooLong
        | Code::UnknownParameter
        | Code::UrlTooLong
        | Code::ParameterOutOfRange
        | Code::RangeNotSatisfiable => "The address cannot be read",
        Code::AccountNotFound => "There is no such account",
        Code::TokenNotFound => "There is no such token",
        Code::KeyNotFound => "There is no such key",
        Code::MemberNotFound => "There is no such member",
        Code::PublisherNotFound => "There is no such publisher",
        Code::InvitationNotFound => "The link is not good",
        Code::RatingNotFound => "There is no such rating",
        Code::RatingExists => "You have rated it already",
        Code::SkillWithdrawn => "The skill is withdrawn",
        Code::WebhookNotFound => "There is no such webhook",
        Code::DeliveryNotFound => "There is no such delivery",
        Code::TooManyWebhooks => "There are webhooks enough",
        Code::TooManyRedeliveries => "Enough is waiting already",
        Code::Unauthenticated => "This takes an account",
        Code::SignInRefused => "That did not fit",
        Code::IdentityRefused | Code::NotTrusted => "The job is not trusted",
        Code::Forbidden => "You may not do that",
        Code::SignUpClosed => "This takes an invitation",
        Code::NameTaken => "The name is taken",
        Code::KeyTaken => "The key is not taken",
        Code::LinkOver => "The link is not good any more",
        Code::LastOwner | Code::LastAdmin => "Somebody has to stay",
        Code::SkillDeleted => "The skill was deleted",
        Code::VersionTaken => "The version is taken",
        Code::OtherPack => "The skill is in another pack",
        Code::NameDeleted => "The name was given up",
        Code::NameTooNear => "The name is too like another",
        Code::PackTaken => "The pack is there already",
        Code::PackRenamed => "A pack keeps its name",
        Code::PackNotEmpty => "The pack is not empty",
        Code::SkillRefused => "The skill breaks the rules",
        Code::SignatureRefused => "The signature is not good",
        Code::TooManyReleases => "That was published too often",
        Code::DiskFull => "The disk is full",
        Code::InvalidBody => "A value is not allowed",
        Code::TooManyTries => "That was tried too often",
        Code::CrossSite => "The form came from another site",
        Code::BodyTooLarge => "That is too long to check here",
        Code::MalformedBody => "The form cannot be read",
        Code::TooBusy => "The check took too long",
        Code::MethodNotAllowed => "This page is only for reading",
        Code::InternalError => "The server failed",
        Code::NotReady => "The server is not ready",
        Code::IssuerUnreachable => "The issuer cannot be asked",
    }
}

fn advice(code: Code) -> &'static str {
    match code {
        Code::SkillNotFound | Code::RouteNotFound => "Look for it in your own words:",
        Code::PackNotFound | Code::ReleaseNotFound | Code::FileNotFound | Code::ArchiveNotFound => {
            "It may have another name now. Look for the skill:"
        }
        Code::RuleNotFound => "The list of rules names all there are. Or look for a skill:",
        Code::MalformedPath
        | Code::MalformedQuery
        | Code::MalformedRequest
        | Code::HeadTooLong
        | Code::UnknownParameter
        | Code::UrlTooLong
        | Code::ParameterOutOfRange
        | Code::RangeNotSatisfiable
        | Code::MethodNotAllowed => "Check the address, or look for what you need:",
        Code::AccountNotFound
        | Code::TokenNotFound
        | Code::KeyNotFound
        | Code::MemberNotFound
        | Code::RatingNotFound
        | Code::WebhookNotFound
        | Code::DeliveryNotFound
        | Code::PublisherNotFound => "Check the name. Or look for a skill:",
        Code::Unauthenticated
        | Code::SignInRefused
        | Code::IdentityRefused
        | Code::NotTrusted
        | Code::Forbidden
        | Code::InvitationNotFound
        | Code::SignUpClosed => "Everything that is listed can be read:",
        Code::SkillDeleted => "Its name is never given out again. Look for another skill:",
        Code::TooManyReleases | Code::TooManyTries => {
            "Nothing is lost: wait, and try again. Or look for a skill:"
        }
        Code::CrossSite
        | Code::BodyTooLarge
        | Code::MalformedBody
        | Code::InvalidBody
        | Code::NameTaken
        | Code::LinkOver
        | Code::KeyTaken
        | Code::LastOwner
        | Code::LastAdmin
        | Code::VersionTaken
        | Code::OtherPack
        | Code::NameDeleted
        | Code::NameTooNear
        | Code::PackTaken
        | Code::PackRenamed
        | Code::PackNotEmpty
        | Code::TooManyWebhooks
        | Code::TooManyRedeliveries
        | Code::SkillRefused
        | Code::SignatureRefused
        | Code::RatingExists
        | Code::SkillWithdrawn
        | Code::TooBusy => "Go back to mend and send it again. Or look for a skill:",
        Code::InternalError | Code::DiskFull | Code::NotReady | Code::IssuerUnreachable => {
            "Try again in a moment, or look for a skill:"
        }
    }
}
