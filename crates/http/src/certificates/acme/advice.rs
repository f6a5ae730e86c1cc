//! What the operator can do about an error of the authority, in one or two sentences.

use super::failure::AuthorityError;
use clinic_store::AcmeChallengeKind;

pub fn advice(error: &AuthorityError, challenge: AcmeChallengeKind) -> &'static str {
    match error {
        // The words of rustls.
        AuthorityError::Unreachable { reason } if reason.contains("invalid peer certificate") => {
            "Check the clock of this server, and --acme-ca if the authority is not a public one."
        }
        AuthorityError::Unreachable { .. } => {
            "Check that this server can reach the internet (DNS, firewall). If it can, the authority is down; there is \
             nothing to do."
        }
        AuthorityError::Status { .. } | AuthorityError::Nonsense { .. } => {
            "The authority may have a failure. If this goes on for a day, check --acme-directory."
        }
        AuthorityError::Problem { kind, .. } => match kind.as_str() {
            "dns" => "Check the DNS records (A and AAAA) of the domain: they must point to this server.",
            "connection" | "timeout" | "tls" | "unauthorized" | "incorrectResponse" => match challenge {
                AcmeChallengeKind::TlsAlpn01 => {
                    "Check that the DNS records (A and AAAA) of the domain point to this server, and that port 443 of this \
                     server can be reached from the internet, without a proxy that answers in its place."
                }
                AcmeChallengeKind::Http01 => {
                    "Check that the DNS records (A and AAAA) of the domain point to this server, and that port 80 of this \
                     server can be reached from the internet, without a proxy that answers in its place."
                }
            },
            "rateLimited" => "There is nothing to do but wait: the rate limit of the authority is respected.",
            "caa" => "A CAA record in DNS forbids this authority. Add one that allows it, or remove the record.",
            "rejectedIdentifier" | "unsupportedIdentifier" => {
                "The authority does not issue certificates for this name. Check --domain."
            }
            "invalidContact" | "unsupportedContact" => "Correct the address given with --acme-email.",
            "externalAccountRequired" | "userActionRequired" => {
                "The authority wants its terms or an account to be confirmed by a person. See its website, or choose another \
                 with --acme-directory."
            }
            _ => "There is nothing to do unless this goes on for a day. Then look up the error at the authority.",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_says_what_to_check() {
        let advise = |kind: &str, challenge| {
            let error = AuthorityError::Problem { kind: kind.to_owned(), status: 403, detail: String::new() };
            advice(&error, challenge)
        };
        let (alpn, http) = (AcmeChallengeKind::TlsAlpn01, AcmeChallengeKind::Http01);
        assert!(advise("dns", http).contains("DNS"));
        assert!(advise("connection", http).contains("port 80"));
        assert!(advise("connection", alpn).contains("port 443"));
        assert!(advise("unauthorized", http).contains("DNS records"));
        assert!(advise("rateLimited", http).contains("rate limit"));
        assert!(advise("caa", http).contains("CAA"));
        assert!(advise("invalidContact", http).contains("--acme-email"));
        assert!(advise("somethingNew", http).contains("nothing to do unless"));
        let unreachable = AuthorityError::Unreachable { reason: String::new() };
        assert!(advice(&unreachable, http).contains("firewall"));
        let untrusted = AuthorityError::Unreachable { reason: "connect: invalid peer certificate: Expired".to_owned() };
        assert!(advice(&untrusted, http).contains("clock"));
        assert!(advice(&AuthorityError::Status { status: 503 }, http).contains("--acme-directory"));
    }
}
