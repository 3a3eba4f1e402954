//! Where things are: every path that the API or a page mentions is made here.

use guild_check::percent::ESCAPED;
use http::Method;
use percent_encoding::{AsciiSet, utf8_percent_encode};

/// Makes the path of the home page.
pub(crate) fn home() -> &'static str {
    "/"
}

/// Makes the path of the page of a pack.
pub(crate) fn pack(pack: &str) -> String {
    format!("/packs/{}", segment(pack))
}

/// Makes the path of the page of a skill.
pub(crate) fn skill(skill: &str) -> String {
    format!("/skills/{}", segment(skill))
}

/// Makes the path of the feed of what a page tells of: the home page, a pack or a skill.
pub(crate) fn feed(page: impl AsRef<str>) -> String {
    format!("{}/feed.atom", page.as_ref().trim_end_matches('/'))
}

/// Makes the path of the page of a release.
pub(crate) fn release(skill: &str, version: &str) -> String {
    format!("/skills/{}/releases/{}", segment(skill), segment(version))
}

/// Makes the path of the page that shows what changed from one release to another.
pub(crate) fn compare(name: &str, from: &str, to: &str) -> String {
    format!(
        "{}/compare/{}...{}",
        skill(name),
        segment(from),
        segment(to)
    )
}

/// Makes the path of the archive of one release.
pub(crate) fn release_zip(skill: &str, version: &str) -> String {
    let skill = segment(skill);
    format!("/skills/{skill}/releases/{}/{skill}.zip", segment(version))
}

/// Makes the path of the page of a file of a release.
pub(crate) fn file(skill: &str, version: &str, path: &str) -> String {
    format!("{}/files/{}", release(skill, version), segments(path))
}

/// Makes the path of the search page for a query.
pub(crate) fn search(query: &str) -> String {
    if query.is_empty() {
        "/search".to_owned()
    } else {
        format!("/search?query={}", segment(query))
    }
}

/// Makes the path of the search page with what the list is narrowed to.
pub(crate) fn search_where(pairs: &[(&str, String)]) -> String {
    let pairs = pairs
        .iter()
        .map(|(name, value)| format!("{name}={}", segment(value)));
    let pairs = pairs.collect::<Vec<_>>().join("&");
    if pairs.is_empty() {
        search("")
    } else {
        format!("{}?{pairs}", search(""))
    }
}

/// Makes the path of a style, a script or a picture of ours.
pub(crate) fn asset(digest: &str, file: &str) -> String {
    format!("/assets/{}/{}", segment(digest), segment(file))
}

/// Makes the path of the published contract.
pub(crate) fn openapi() -> &'static str {
    "/openapi.json"
}

/// Makes the path of the list of rules.
pub(crate) fn rules() -> &'static str {
    "/rules"
}

/// Makes the path of the page of a rule, such as `skill/name-form`.
pub(crate) fn rule(name: &str) -> String {
    format!("/rules/{}", segments(name))
}

/// Makes the path of the page where somebody publishes.
pub(crate) fn publish() -> &'static str {
    "/publish"
}

/// Makes the path to which it is confirmed that something is to be published.
pub(crate) fn publish_confirmation() -> &'static str {
    "/publish/confirmation"
}

/// Makes the path of the page where members withdraw releases of a skill.
pub(crate) fn manage(name: &str) -> String {
    format!("{}/manage", skill(name))
}

/// Makes the path to which the wish to withdraw a release is sent.
pub(crate) fn withdrawal(name: &str, version: &str) -> String {
    format!("{}/withdrawal", release(name, version))
}

/// Makes the path to which the wish to delete a skill is sent.
pub(crate) fn removal(name: &str) -> String {
    format!("{}/removal", skill(name))
}

/// Makes the path of the ratings of a skill.
pub(crate) fn ratings(name: &str) -> String {
    format!("{}/ratings", skill(name))
}

/// Makes the path to which the wish for a star, or for none, is sent.
pub(crate) fn star(name: &str) -> String {
    format!("{}/star", skill(name))
}

/// Makes the path to which the wish to withdraw a rating is sent.
pub(crate) fn rating_removal(name: &str, id: &str) -> String {
    format!("{}/{}/removal", ratings(name), segment(id))
}

/// Makes the path to which the wish to hide a rating, or to show it again, is sent.
pub(crate) fn rating_hiding(name: &str, id: &str) -> String {
    format!("{}/{}/hiding", ratings(name), segment(id))
}

/// Makes the path of the page that checks a document.
pub(crate) fn check() -> &'static str {
    "/check"
}

/// Makes the path of the page that checks a document, with the contract of a skill chosen.
pub(crate) fn check_by(skill: &str) -> String {
    format!("/check?contract={}", segment(skill))
}

/// Makes the path of a result that is kept.
pub(crate) fn kept(key: &str) -> String {
    format!("{KEPT}{}", segment(key))
}

/// Makes the path to which the wish to remove a kept result is sent.
pub(crate) fn kept_removal(key: &str) -> String {
    format!("{}/removal", kept(key))
}

/// Gives a path as it may be written down: the key of a kept result is all that it takes to see it, and the secret of a
/// one-time link all that it takes to use it.
pub(crate) fn loggable(path: &str) -> &str {
    let secret = [KEPT, INVITATIONS].into_iter();
    let mut secret = secret.filter(|start| path.starts_with(start));
    secret.next().unwrap_or(path)
}

/// What the paths of kept results begin with.
const KEPT: &str = "/check/results/";

/// What the paths of one-time links begin with.
const INVITATIONS: &str = "/invitations/";

/// Makes the path of a one-time link, which is as good as a password.
pub(crate) fn invitation(secret: &str) -> String {
    format!("{INVITATIONS}{}", segment(secret))
}

/// Makes the path of the page where people sign in.
pub(crate) fn sign_in() -> &'static str {
    "/sign-in"
}

/// Makes the path of the page where people sign in on their way to another.
pub(crate) fn sign_in_to(path: &str) -> String {
    format!("/sign-in?next={}", segment(path))
}

/// Makes the path to which the wish to sign out is sent.
pub(crate) fn sign_out() -> &'static str {
    "/sign-out"
}

/// Makes the path of the page where everybody may make an account, if they may.
pub(crate) fn sign_up() -> &'static str {
    "/sign-up"
}

/// Makes the path of one's own account.
pub(crate) fn account() -> &'static str {
    "/account"
}

/// Makes the path to which a new password is sent.
pub(crate) fn account_password() -> &'static str {
    "/account/password"
}

/// Makes the path of the keys of one's own account.
pub(crate) fn account_keys() -> &'static str {
    "/account/keys"
}

/// Makes the path to which the form that revokes a key is sent.
pub(crate) fn key_removal(id: &str) -> String {
    format!("/account/keys/{}/removal", segment(id))
}

/// Makes the path of the tokens of one's own account.
pub(crate) fn account_tokens() -> &'static str {
    "/account/tokens"
}

/// Makes the path to which the wish to take a token back is sent.
pub(crate) fn token_removal(id: &str) -> String {
    format!("/account/tokens/{}/removal", segment(id))
}

/// Makes the path of the webhooks that somebody decides on.
pub(crate) fn webhooks() -> &'static str {
    "/account/webhooks"
}

/// Makes the path of a webhook with its deliveries.
pub(crate) fn webhook(id: &str) -> String {
    format!("{}/{}", webhooks(), segment(id))
}

/// Makes the path to which the wish to change a webhook is sent: `switch`, `secret` or `removal`.
pub(crate) fn webhook_wish(id: &str, wish: &str) -> String {
    format!("{}/{wish}", webhook(id))
}

/// Makes the path to which the wish to tell something once more is sent.
pub(crate) fn redelivery(id: &str, delivery: &str) -> String {
    format!(
        "{}/deliveries/{}/redelivery",
        webhook(id),
        segment(delivery)
    )
}

/// Makes the path to which the wish to end a session is sent.
pub(crate) fn session_removal(id: &str) -> String {
    format!("/account/sessions/{}/removal", segment(id))
}

/// Makes the path of the members of a pack.
pub(crate) fn members(pack_name: &str) -> String {
    format!("{}/members", pack(pack_name))
}

/// Makes the path to which the wish to take an account out of a pack is sent.
pub(crate) fn member_removal(pack_name: &str, account: &str) -> String {
    format!("{}/{}/removal", members(pack_name), segment(account))
}

/// Makes the path of the publishers that a pack trusts.
pub(crate) fn publishers(pack_name: &str) -> String {
    format!("{}/publishers", pack(pack_name))
}

/// Makes the path to which the wish to trust a publisher no more is sent.
pub(crate) fn publisher_removal(pack_name: &str, id: &str) -> String {
    format!("{}/{}/removal", publishers(pack_name), segment(id))
}

/// Makes the path of all accounts.
pub(crate) fn admin_accounts() -> &'static str {
    "/admin/accounts"
}

/// Makes the path to which a change of an account is sent.
pub(crate) fn admin_account(name: &str) -> String {
    format!("/admin/accounts/{}", segment(name))
}

/// Makes the path of the invitations.
pub(crate) fn admin_invitations() -> &'static str {
    "/admin/invitations"
}

/// Makes the path to which the wish to take an invitation back is sent.
pub(crate) fn invitation_removal(id: &str) -> String {
    format!("/admin/invitations/{}/removal", segment(id))
}

/// Makes the path of the log.
pub(crate) fn admin_audit() -> &'static str {
    "/admin/audit"
}

/// Whether a path of a private catalog is open: what it takes to become known, and what says how the server is.
pub(crate) fn is_open(method: &Method, path: &str) -> bool {
    let is_entrance = ["/sign-in", "/sign-up", "/healthz", "/readyz", "/metrics"].contains(&path)
        || path.starts_with("/assets/")
        || path.starts_with(INVITATIONS);
    let entering = ["/api/sessions", "/api/accounts", "/api/trusted-tokens"];
    is_entrance || (method == Method::POST && entering.contains(&path))
}

/// Makes the path of the list of documents.
pub(crate) fn docs() -> &'static str {
    "/docs"
}

/// Makes the path of the page of a document, by its folder and its name.
pub(crate) fn document(part: &str, name: &str) -> String {
    format!("/docs/{}/{}", segment(part), segment(name))
}

/// Makes the path of the list of skills in the API.
pub(crate) fn api_skills() -> &'static str {
    "/api/skills"
}

/// Makes the path of an archive in the API, by its digest.
pub(crate) fn api_archive(digest: &str) -> String {
    format!("/api/archives/{}", segment(digest))
}

/// Makes the path of the list of files of a release in the API.
pub(crate) fn api_files(skill: &str, version: &str) -> String {
    format!(
        "/api/skills/{}/releases/{}/files",
        segment(skill),
        segment(version)
    )
}

/// Makes the path of a file's content in the API.
pub(crate) fn api_file(skill: &str, version: &str, path: &str) -> String {
    format!(
        "/api/skills/{}/releases/{}/files/{}",
        segment(skill),
        segment(version),
        segments(path)
    )
}

/// Escapes each part of a path and keeps the slashes.
fn segments(path: &str) -> String {
    let parts: Vec<String> = path.split('/').map(segment).collect();
    parts.join("/")
}

/// What cannot stand in one part of a path.
const SEGMENT: &AsciiSet = &ESCAPED.remove(b':').remove(b'@');

/// Escapes what cannot stand in one part of a path.
fn segment(text: &str) -> String {
    utf8_percent_encode(text, SEGMENT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_stand_in_a_path_is_escaped() {
        assert_eq!(
            file("adr-writer", "1.0.0+b", "references/a b?.md"),
            "/skills/adr-writer/releases/1.0.0%2Bb/files/references/a%20b%3F.md"
        );
        assert_eq!(search("a&b=ü"), "/search?query=a%26b%3D%C3%BC");
    }
}
