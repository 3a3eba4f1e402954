//! S3 servers: moto, which keeps the protocol, and s3rver, which ignores conditions.

use std::path::{Path, PathBuf};

use crate::{node, python};

/// Without the extra `server`, which brings half of a cloud: these three serve buckets.
const MOTO: &str = "moto[s3]==5.2.5 flask==3.1.3 flask-cors==6.0.5";
const S3RVER: &str = "s3rver@3.7.1";

/// Where they are.
pub(super) struct S3Servers {
    /// The program.
    pub(super) moto: PathBuf,
    /// The script for Node.js.
    pub(super) s3rver: PathBuf,
}

/// Installs moto, and gives the program.
pub(crate) fn moto() -> Result<PathBuf, String> {
    Ok(python::install(MOTO)?.join("bin/moto_server"))
}

/// Installs them, once for each version.
pub(super) fn install(node: &Path) -> Result<S3Servers, String> {
    let modules = node::install_packages(node, &[S3RVER])?;
    Ok(S3Servers {
        moto: moto()?,
        s3rver: modules.join("s3rver/bin/s3rver.js"),
    })
}
