//! TLS at the documented addresses: an authority of its own for each document, which nothing but its sandbox trusts.

use std::io::{self, Read, Write};
use std::sync::Arc;

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair, KeyUsagePurpose,
};
use rustls::crypto::ring;
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::Address;

/// The variables by which clients are told whom to trust: OpenSSL and what is built on it, curl, Node.js, Python's
/// requests, git and Deno.
pub(super) const TRUST: [&str; 6] = [
    "SSL_CERT_FILE",
    "CURL_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS",
    "REQUESTS_CA_BUNDLE",
    "GIT_SSL_CAINFO",
    "DENO_CERT",
];

/// Who vouches for the documented hosts of one document; its key lives no longer than this value.
#[derive(Clone, Debug)]
pub(super) struct Authority {
    /// The certificate that clients have to trust, in PEM.
    pub(super) certificate: String,
    config: Arc<ServerConfig>,
}

/// Why there is no TLS.
#[derive(Debug, thiserror::Error)]
pub(super) enum TlsError {
    /// A certificate could not be made.
    #[error("no certificate could be made: {0}")]
    Certificate(#[from] rcgen::Error),
    /// It is not taken.
    #[error("the certificate is not taken: {0}")]
    Config(#[from] rustls::Error),
}

impl Authority {
    /// Makes an authority for the hosts that are called over TLS; nothing if there is none.
    pub(super) fn of(addresses: &[Address]) -> Result<Option<Self>, TlsError> {
        let secure = addresses.iter().filter(|address| address.is_https);
        let hosts: Vec<String> = secure.map(|address| address.host.clone()).collect();
        match hosts.is_empty() {
            true => Ok(None),
            false => Self::for_hosts(hosts).map(Some),
        }
    }

    fn for_hosts(hosts: Vec<String>) -> Result<Self, TlsError> {
        let mut authority = CertificateParams::new(Vec::new())?;
        authority.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        authority.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        named(&mut authority, "guild: authority of one run");
        let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate()?)?;
        let mut server = CertificateParams::new(hosts)?;
        server.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        server.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        // Python refuses a certificate that does not name the key of its authority.
        server.use_authority_key_identifier_extension = true;
        named(&mut server, "guild: recording proxy");
        let key = KeyPair::generate()?;
        let certificate = server.signed_by(&key, &authority)?;
        let key = PrivatePkcs8KeyDer::from(key.serialize_der());
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key.into())?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self {
            certificate: authority.pem(),
            config: Arc::new(config),
        })
    }

    /// Takes a connection over TLS; the error says why the client went away.
    pub(super) fn accept<S: Read + Write>(
        &self,
        mut stream: S,
    ) -> io::Result<StreamOwned<ServerConnection, S>> {
        let connection = ServerConnection::new(Arc::clone(&self.config));
        let mut connection = connection.map_err(io::Error::other)?;
        while connection.is_handshaking() {
            connection.complete_io(&mut stream)?;
        }
        Ok(StreamOwned::new(connection, stream))
    }
}

/// Tells whether the first byte of a connection begins a handshake: no method of HTTP does.
pub(super) fn is_handshake(first: u8) -> bool {
    first == 0x16
}

fn named(params: &mut CertificateParams, name: &str) {
    params.distinguished_name.push(DnType::CommonName, name);
}
