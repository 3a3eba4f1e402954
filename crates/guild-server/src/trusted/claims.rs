//! What a verified identity says of a job, in the words of those who issue them.
//!
//! GitHub, and those who speak as it does, say `repository`, `repository_id`, `workflow_ref`, `ref` and `sha`; GitLab
//! says `project_path`, `project_id`, `ci_config_ref_uri`, `ref_path` and `sha`. `environment` is the same word.

use guild_catalog::Identity;
use guild_skill::Digest;
use guild_skill::wire::JobIdentity;
use serde_json::{Map, Value};

use super::Disbelief;

/// How far two clocks may be apart, in milliseconds.
const SKEW_MS: i64 = 60 * 1000;
/// The longest life of an identity, in milliseconds: those of jobs live for minutes.
const LONGEST_MS: i64 = 24 * 60 * 60 * 1000;
/// The longest text that is taken, in bytes.
const TEXT_BYTES: usize = 255;
/// What starts a run that may hold the code of whoever opened a pull request, with the rights of the repository.
const STRANGERS: [&str; 2] = ["pull_request_target", "workflow_run"];
/// Who vouches for the jobs of GitHub itself.
const GITHUB: &str = "https://token.actions.githubusercontent.com";

/// Reads the claims.
pub(super) fn read(
    claims: &Map<String, Value>,
    issuer: String,
    digest: Digest,
    now: i64,
) -> Result<Identity, Disbelief> {
    let expires_at = expires_at(claims, now)?;
    let soon = now.saturating_add(SKEW_MS);
    for name in ["nbf", "iat"] {
        let begins = claims.get(name);
        let begins = begins.map(|_| time(claims, name).ok_or(Disbelief::Claim(name)));
        if begins.transpose()?.is_some_and(|begins| begins > soon) {
            return Err(Disbelief::Early);
        }
    }
    let trigger = text(claims, "event_name");
    if let Some(trigger) = trigger.filter(|trigger| STRANGERS.contains(&trigger.as_str())) {
        return Err(Disbelief::Trigger(trigger));
    }
    Ok(Identity {
        job: job(claims, issuer)?,
        audience: audience(claims).ok_or(Disbelief::Claim("aud"))?,
        digest,
        expires_at,
    })
}

/// Reads when an identity ends, which has to be soon and not yet.
pub(super) fn expires_at(claims: &Map<String, Value>, now: i64) -> Result<i64, Disbelief> {
    let expires_at = time(claims, "exp").ok_or(Disbelief::Claim("exp"))?;
    if expires_at.saturating_add(SKEW_MS) <= now {
        return Err(Disbelief::Expired);
    }
    match expires_at > now.saturating_add(LONGEST_MS) {
        true => Err(Disbelief::Claim("exp")),
        false => Ok(expires_at),
    }
}

fn job(claims: &Map<String, Value>, issuer: String) -> Result<JobIdentity, Disbelief> {
    let text = |name: &str| text(claims, name);
    let repository = text("repository").or_else(|| text("project_path"));
    let repository = repository.ok_or(Disbelief::Claim("repository"))?;
    let workflow = match text("workflow_ref") {
        Some(reference) => github_workflow(&reference, &repository),
        None => text("ci_config_ref_uri").and_then(|uri| gitlab_workflow(&uri, &repository)),
    };
    Ok(JobIdentity {
        repository_id: text("repository_id").or_else(|| text("project_id")),
        environment: text("environment"),
        git_ref: text("ref_path").or_else(|| text("ref")),
        commit: text("sha"),
        run_url: run_url(claims, &issuer, &repository),
        workflow,
        repository,
        issuer,
    })
}

/// Takes the file of `octo/tools/.github/workflows/release.yml@refs/heads/main`; nothing of another repository's.
fn github_workflow(reference: &str, repository: &str) -> Option<String> {
    let (path, _) = reference.split_once("@refs/")?;
    let start = path.get(..repository.len())?;
    let file = path.get(repository.len()..)?.strip_prefix('/')?;
    let file = file.rsplit('/').next()?;
    let is_own = start.eq_ignore_ascii_case(repository);
    (is_own && !file.is_empty() && !file.contains('@')).then(|| file.to_owned())
}

/// Takes the path of `gitlab.example/octo/tools//ci/release.yml@refs/heads/main`; nothing of another project's.
fn gitlab_workflow(uri: &str, project: &str) -> Option<String> {
    let (path, _) = uri.split_once("@refs/")?;
    let (home, file) = path.split_once("//")?;
    let is_own = home.ends_with(&format!("/{project}"));
    (is_own && !file.is_empty() && !file.contains('@')).then(|| file.to_owned())
}

/// Makes the address of the run's page, of parts that cannot lead elsewhere.
fn run_url(claims: &Map<String, Value>, issuer: &str, repository: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let number = |name: &str| {
        let number = text(claims, name)?;
        number
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then_some(number)
    };
    if !repository.chars().all(is_plain) || repository.contains("..") {
        return None;
    }
    if let Some(job) = number("job_id").filter(|_| claims.contains_key("project_path")) {
        return Some(format!("{issuer}/{repository}/-/jobs/{job}"));
    }
    // An own GitHub server vouches under its own name.
    let host = match issuer {
        GITHUB => "https://github.com",
        _ => issuer.strip_suffix("/_services/token")?,
    };
    let run = number("run_id")?;
    Some(format!("{host}/{repository}/actions/runs/{run}"))
}

/// Takes for whom the identity is: exactly one. What is made for others too could have been shown to us by one of them.
fn audience(claims: &Map<String, Value>) -> Option<String> {
    let one = match claims.get("aud")? {
        Value::Array(several) => match several.as_slice() {
            [one] => one,
            _ => return None,
        },
        one => one,
    };
    let one = one.as_str()?;
    (!one.is_empty() && one.len() <= TEXT_BYTES).then(|| one.to_owned())
}

/// Takes a text that is not empty; numbers, which some send as ids, too.
pub(super) fn text(claims: &Map<String, Value>, name: &str) -> Option<String> {
    let text = match claims.get(name)? {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let is_fit = !text.is_empty() && text.len() <= TEXT_BYTES;
    (is_fit && !text.chars().any(char::is_control)).then_some(text)
}

/// Takes a time, which is in seconds since 1970 in UTC; in milliseconds.
fn time(claims: &Map<String, Value>, name: &str) -> Option<i64> {
    let number = claims.get(name)?;
    let seconds = match number.as_i64() {
        Some(seconds) => seconds,
        // Some write whole seconds with a fraction.
        None => number.as_f64().filter(|seconds| seconds.abs() < 1e12)? as i64,
    };
    seconds.checked_mul(1000)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: i64 = 1_795_262_400_000;

    fn read_of(change: &Value) -> Result<Identity, Disbelief> {
        read_from("https://issuer.example", change)
    }

    fn read_from(issuer: &str, change: &Value) -> Result<Identity, Disbelief> {
        let mut claims = json!({
            "aud": "https://skills.example", "exp": NOW / 1000 + 300, "iat": NOW / 1000,
            "nbf": NOW / 1000, "repository": "octo/tools", "run_id": "17",
            "workflow_ref": "octo/tools/.github/workflows/release.yml@refs/heads/main",
        });
        let claims = claims.as_object_mut().unwrap();
        claims.extend(change.as_object().unwrap().clone());
        claims.retain(|_, value| !value.is_null());
        read(claims, issuer.to_owned(), Digest::of(b""), NOW)
    }

    #[test]
    fn jobs_are_told_in_the_words_of_their_issuers() {
        let github = read_from(GITHUB, &json!({"environment": "production", "sha": "4b82"}));
        let github = github.unwrap().job;
        assert_eq!(github.name(), "octo/tools · release.yml · production");
        assert_eq!(github.commit.as_deref(), Some("4b82"));
        let run = "https://github.com/octo/tools/actions/runs/17";
        assert_eq!(github.run_url.as_deref(), Some(run));
        let gitlab = json!({
            "repository": null, "workflow_ref": null, "project_path": "octo/more/tools", "project_id": 7,
            "ci_config_ref_uri": "gitlab.example/octo/more/tools//ci/release.yml@refs/heads/main",
            "aud": ["https://skills.example"], "job_id": "9", "ref_path": "refs/tags/v1", "ref": "v1",
        });
        let gitlab = read_from("https://gitlab.example", &gitlab).unwrap();
        assert_eq!(gitlab.audience, "https://skills.example");
        assert_eq!(gitlab.job.repository_id.as_deref(), Some("7"));
        assert_eq!(gitlab.job.name(), "octo/more/tools · ci/release.yml");
        assert_eq!(gitlab.job.git_ref.as_deref(), Some("refs/tags/v1"));
        let run = "https://gitlab.example/octo/more/tools/-/jobs/9";
        assert_eq!(gitlab.job.run_url.as_deref(), Some(run));
    }

    #[test]
    fn a_workflow_of_another_repository_is_none() {
        let workflow = |claims: Value| read_of(&claims).unwrap().job.workflow;
        let of = |reference: &str| workflow(json!({"workflow_ref": reference}));
        let tag = "octo/tools/.github/workflows/a.yml@refs/tags/@octo/tools@1.0.0";
        assert_eq!(of(tag).as_deref(), Some("a.yml"));
        for other in [
            "evil/tools/.github/workflows/release.yml@refs/heads/main",
            "octo/tools-evil/.github/workflows/release.yml@refs/heads/main",
            "octo/tools/.github/workflows/release.yml",
            "octo/tools/.github/workflows/@refs/heads/main",
            "octo/tools/release.yml@x@refs/heads/main",
            "öcto/töols/x",
            "@refs/",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
        let of = |uri: &str| workflow(json!({"workflow_ref": null, "ci_config_ref_uri": uri}));
        for other in [
            "gitlab.example/evil/tools//.gitlab-ci.yml@refs/heads/main",
            "gitlab.example/octo/tools//.gitlab-ci.yml@evil/x.yml@refs/heads/main",
            "gitlab.example/octo/tools/.gitlab-ci.yml@refs/heads/main",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn a_page_of_a_run_leads_nowhere_else() {
        let url = |change: Value| read_from(GITHUB, &change).unwrap().job.run_url;
        assert_eq!(url(json!({"run_id": "1/../../evil"})), None);
        assert_eq!(url(json!({"repository": "octo/../tools"})), None);
        assert_eq!(url(json!({"repository": "octo/a\" onclick="})), None);
        assert_eq!(read_of(&json!({})).unwrap().job.run_url, None);
    }

    #[test]
    fn a_time_that_is_over_or_not_yet_come_or_none_is_refused() {
        let second = NOW / 1000;
        let refused = |change: Value| read_of(&change).unwrap_err();
        let is_over = |exp: i64| matches!(refused(json!({"exp": exp})), Disbelief::Expired);
        assert!(is_over(second - 60) && is_over(0) && is_over(-1));
        assert!(read_of(&json!({"exp": second - 59})).is_ok());
        for name in ["nbf", "iat"] {
            let early = refused(json!({name: second + 61}));
            assert!(matches!(early, Disbelief::Early), "{early}");
            assert!(read_of(&json!({name: second + 60})).is_ok());
            assert!(matches!(
                refused(json!({name: "soon"})),
                Disbelief::Claim(_)
            ));
        }
        for exp in [
            json!(null),
            json!("soon"),
            json!(second + 90_000),
            json!(1e300),
            json!(i64::MAX),
        ] {
            let said = refused(json!({"exp": exp})).to_string();
            assert_eq!(said, "the identity has no usable `exp`");
        }
    }

    #[test]
    fn what_is_missing_or_of_a_stranger_is_refused() {
        let refused = |change: Value| read_of(&change).unwrap_err().to_string();
        for (change, claim) in [
            (json!({"repository": null}), "repository"),
            (json!({"repository": "a\nb"}), "repository"),
            (json!({"repository": "a".repeat(256)}), "repository"),
            (json!({"aud": null}), "aud"),
            (json!({"aud": []}), "aud"),
            (
                json!({"aud": ["https://skills.example", "https://other.example"]}),
                "aud",
            ),
            (json!({"aud": 7}), "aud"),
        ] {
            let said = refused(change);
            assert_eq!(said, format!("the identity has no usable `{claim}`"));
        }
        for trigger in STRANGERS {
            assert!(refused(json!({"event_name": trigger})).contains(trigger));
        }
        assert!(read_of(&json!({"event_name": "push"})).is_ok());
    }
}
