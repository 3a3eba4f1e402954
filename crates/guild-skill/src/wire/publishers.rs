//! Trusted publishing: jobs of continuous integration that publish without a secret.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A job of continuous integration, as its issuer vouches for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobIdentity {
    /// Who vouches for the job.
    #[schema(example = "https://token.actions.githubusercontent.com")]
    pub issuer: String,
    /// The repository, as the issuer names it.
    #[schema(example = "octo/tools")]
    pub repository: String,
    /// What the repository keeps when it is renamed; `null` where the issuer says nothing of it.
    #[schema(required, example = "74")]
    pub repository_id: Option<String>,
    /// The file of the workflow.
    #[schema(required, example = "release.yml")]
    pub workflow: Option<String>,
    /// The environment; `null` for a job without one.
    #[schema(required, example = "production")]
    pub environment: Option<String>,
    /// The branch or the tag that the job ran on.
    #[schema(required, example = "refs/tags/v1.0.0")]
    pub git_ref: Option<String>,
    /// The commit that the job ran on.
    #[schema(required, example = "4b825dc642cb6eb9a060e54bf8d69288fbee4904")]
    pub commit: Option<String>,
    /// The page of the run; `null` where it is not known.
    #[schema(required, example = "https://github.com/octo/tools/actions/runs/17")]
    pub run_url: Option<String>,
}

/// A job of continuous integration that may publish to a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Publisher {
    /// What it is named by.
    #[schema(example = "9f86d081884c7d65")]
    pub id: String,
    /// The one skill that it may publish, which need not be there yet; `null` for all of the pack.
    #[schema(required, example = "adr-writer")]
    pub skill: Option<String>,
    /// Who vouches for the job.
    #[schema(example = "https://token.actions.githubusercontent.com")]
    pub issuer: String,
    /// For whom the job's identity has to be made.
    #[schema(example = "https://skills.example.org")]
    pub audience: String,
    /// The repository, as the issuer names it.
    #[schema(example = "octo/tools")]
    pub repository: String,
    /// The id of the repository that published first; `null` before it did. Another one of that name is refused.
    #[schema(required, example = "74")]
    pub repository_id: Option<String>,
    /// The file of the workflow.
    #[schema(example = "release.yml")]
    pub workflow: String,
    /// The environment; `null` for any, and for none.
    #[schema(required, example = "production")]
    pub environment: Option<String>,
    /// Who trusted it.
    #[schema(example = "anna")]
    pub made_by: String,
    /// Since when it is trusted.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub created_at: String,
}

/// A job that is to be trusted.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPublisher {
    /// The one skill that it may publish, which need not be there yet; `null` for all of the pack.
    #[serde(default)]
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "adr-writer"
    )]
    pub skill: Option<String>,
    /// Who vouches for the job; one of those that the catalog believes.
    #[schema(
        min_length = 1,
        max_length = 200,
        example = "https://token.actions.githubusercontent.com"
    )]
    pub issuer: String,
    /// For whom the job's identity has to be made; `null` for the address of the catalog.
    #[serde(default)]
    #[schema(
        min_length = 1,
        max_length = 200,
        example = "https://skills.example.org"
    )]
    pub audience: Option<String>,
    /// The repository, as the issuer names it.
    #[schema(min_length = 1, max_length = 200, example = "octo/tools")]
    pub repository: String,
    /// The file of the workflow: its name (GitHub), or its path in the repository (GitLab).
    #[schema(min_length = 1, max_length = 200, example = "release.yml")]
    pub workflow: String,
    /// The environment; `null` for any, and for none.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 200, example = "production")]
    pub environment: Option<String>,
}

/// What a job shows to get a token.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewTrustedToken {
    /// The identity that the issuer gave the job: a JSON Web Token.
    #[schema(
        min_length = 1,
        max_length = 16384,
        example = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiIuLi4ifQ.c2ln"
    )]
    pub identity: String,
    /// The pack that it publishes to.
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "developer-pack"
    )]
    pub pack: String,
    /// The skill that it publishes; `null` for what the publisher may.
    #[serde(default)]
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "adr-writer"
    )]
    pub skill: Option<String>,
}

/// A token of a job, for minutes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrustedToken {
    /// The secret: send it as `Authorization: Bearer …`.
    #[schema(
        pattern = "^gld_[0-9A-Za-z]{49}$",
        example = "gld_0000000000000000000000000000000000000000000000000"
    )]
    pub secret: String,
    /// The pack that it is good for.
    #[schema(example = "developer-pack")]
    pub pack: String,
    /// The one skill that it is good for; `null` for all of the pack.
    #[schema(required, example = "adr-writer")]
    pub skill: Option<String>,
    /// When it is over.
    #[schema(format = DateTime, example = "2026-11-20T00:15:00Z")]
    pub expires_at: String,
    /// The job that it stands for.
    pub identity: JobIdentity,
}

impl JobIdentity {
    /// Names the job for people: `octo/tools · release.yml · production`.
    pub fn name(&self) -> String {
        let parts = [
            Some(self.repository.as_str()),
            self.workflow.as_deref(),
            self.environment.as_deref(),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        parts.join(" · ")
    }
}

impl fmt::Debug for TrustedToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "TrustedToken({}, gld_…)", self.pack)
    }
}
