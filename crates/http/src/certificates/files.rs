//! Certificates from files, as certbot and other programs write them.

use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::Timestamp;

use super::certificate::{Certificate, CertificateProblem};

#[derive(Debug, Clone)]
pub struct CertificateFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum CertificateFilesError {
    #[error(
        "Cannot read {}: {source}. Check the path given with {flag}, and that this user may read the file.",
        path.display()
    )]
    Unreadable { path: PathBuf, flag: &'static str, source: io::Error },
    #[error("{}", explain(files, problem))]
    Unusable { files: CertificateFiles, problem: CertificateProblem },
}

impl CertificateFiles {
    pub fn load(&self, now: Timestamp) -> Result<Certificate, CertificateFilesError> {
        let (chain, key) = (read(&self.certificate, "--tls-cert")?, read(&self.key, "--tls-key")?);
        let certificate = Certificate::from_pem(&chain, &key);
        certificate
            .and_then(|certificate| certificate.check_validity(now).map(|()| certificate))
            .map_err(|problem| CertificateFilesError::Unusable { files: self.clone(), problem })
    }
}

fn read(path: &Path, flag: &'static str) -> Result<Vec<u8>, CertificateFilesError> {
    fs::read(path).map_err(|source| CertificateFilesError::Unreadable { path: path.to_owned(), flag, source })
}

fn explain(files: &CertificateFiles, problem: &CertificateProblem) -> String {
    let (certificate, key) = (files.certificate.display(), files.key.display());
    match problem {
        CertificateProblem::NoCertificate => format!(
            "{certificate} contains no certificate in PEM format. Give the file with the certificate chain, often called \
             fullchain.pem, with --tls-cert."
        ),
        CertificateProblem::UnusableCertificate => {
            format!("The certificate in {certificate} is damaged. Copy it again from where it was issued.")
        }
        CertificateProblem::NoKey => format!(
            "{key} contains no private key in PEM format. Give the file with the key, often called privkey.pem, with \
             --tls-key."
        ),
        CertificateProblem::UnusableKey => {
            format!("The key in {key} is damaged or of a kind that TLS does not use. Use an ECDSA, Ed25519 or RSA key.")
        }
        CertificateProblem::KeyOfAnotherCertificate => format!(
            "The key in {key} does not belong to the certificate in {certificate}. Give the key of this certificate with \
             --tls-key."
        ),
        CertificateProblem::NotYetValid { from } => format!(
            "The certificate in {certificate} is valid only from {from}. Check the clock of this machine, or use the \
             certificate from then on."
        ),
        CertificateProblem::Expired { on } => {
            format!("The certificate in {certificate} expired on {on}. Renew it.")
        }
    }
}
