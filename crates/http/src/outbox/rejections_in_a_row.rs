//! Tells a mistyped address from a problem of our own: mail servers of several domains that reject one email after another
//! do not know each other.

/// So many different domains in a row are no coincidence.
const OWN_PROBLEM: usize = 3;

/// The emails that were rejected since one was last accepted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rejections {
    domains: Vec<String>,
    last_reason: String,
}

impl Rejections {
    pub fn on_sent(&mut self) {
        *self = Self::default();
    }

    /// `true` when this one shows that the problem is our own.
    pub fn on_rejected(&mut self, domain: &str, reason: &str) -> bool {
        reason.clone_into(&mut self.last_reason);
        if self.domains.iter().any(|known| known == domain) {
            return false;
        }
        self.domains.push(domain.to_owned());
        self.domains.len() == OWN_PROBLEM
    }

    /// What the last mail server said, when the problem is our own.
    #[must_use]
    pub fn own_problem(&self) -> Option<&str> {
        (self.domains.len() >= OWN_PROBLEM).then_some(self.last_reason.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejections_by_three_domains_in_a_row_are_our_own_problem() {
        let mut rejections = Rejections::default();
        let domains = ["gmail.com", "gmail.com", "yahoo.com", "gmail.com", "outlook.com", "example.ng"];
        let alarms: Vec<bool> = domains.iter().map(|domain| rejections.on_rejected(domain, "550 blocked")).collect();
        assert_eq!(alarms, [false, false, false, false, true, false], "told once");
        assert_eq!(rejections.own_problem(), Some("550 blocked"));
        rejections.on_sent();
        assert_eq!(rejections.own_problem(), None);
    }

    #[test]
    fn accepted_email_between_two_rejections_ends_the_row() {
        let mut rejections = Rejections::default();
        for domain in ["gmail.com", "yahoo.com", "outlook.com", "example.ng"] {
            assert!(!rejections.on_rejected(domain, "550 no such user"));
            rejections.on_sent();
        }
    }
}
