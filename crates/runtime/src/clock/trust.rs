//! Decides whether the time of the clock can be true. What is deleted because of a wrong time is lost.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

/// Clocks that differ by less agree. Nothing is deleted or sent that an hour would change much.
pub const TOLERANCE: Duration = Duration::from_hours(1);

/// How long a machine may have been off when no outside clock is known: a long weekend.
pub const LONGEST_GAP: Duration = Duration::from_hours(4 * 24);

/// A clock of somebody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutsideClock {
    /// The kernel's, while NTP synchronizes it.
    Ntp,
    /// The date in an answer of the certificate authority.
    CertificateAuthority,
    DatabaseServer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evidence {
    pub now: Timestamp,
    /// When an instance last trusted its clock.
    pub trusted_at: Timestamp,
    /// What the clock should show, by the time since this process last trusted it. `None` after a start.
    pub expected: Option<Timestamp>,
    pub ntp: Option<Timestamp>,
    pub certificate_authority: Option<Timestamp>,
    pub database_server: Option<Timestamp>,
    /// Somebody confirmed the clock although an outside clock disagreed.
    pub outside_ignored: bool,
}

/// Why a clock is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// An outside clock agrees, and none disagrees.
    Outside,
    /// It continues from the time when it was last trusted.
    Continues,
}

/// Why it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    Differs {
        from: OutsideClock,
        theirs: Timestamp,
    },
    /// It was set while the program ran.
    Jumped {
        expected: Timestamp,
    },
    /// Longer ago than a machine is usually off.
    Gap {
        trusted_at: Timestamp,
    },
    /// It is before the time when it was last trusted.
    Behind {
        trusted_at: Timestamp,
    },
}

impl Evidence {
    /// # Errors
    /// The reason why the clock cannot be trusted.
    pub fn judge(&self) -> Result<Basis, Doubt> {
        if !(self.outside_ignored && self.is_contradicted()) {
            // Both are independent of this machine, so one that agrees is enough and one that disagrees is too much.
            let proofs =
                [(OutsideClock::Ntp, self.ntp), (OutsideClock::CertificateAuthority, self.certificate_authority)];
            for (from, theirs) in proofs {
                self.compare(from, theirs)?;
            }
            if proofs.iter().any(|(_, theirs)| theirs.is_some()) {
                return Ok(Basis::Outside);
            }
            // It can be on this machine, with the same wrong clock. So it proves nothing when it agrees.
            self.compare(OutsideClock::DatabaseServer, self.database_server)?;
        }
        let trusted_at = self.trusted_at;
        match self.expected {
            Some(expected) if differ(self.now, expected) => Err(Doubt::Jumped { expected }),
            None if self.now < trusted_at - TOLERANCE => Err(Doubt::Behind { trusted_at }),
            None if self.now > trusted_at + LONGEST_GAP => Err(Doubt::Gap { trusted_at }),
            _ => Ok(Basis::Continues),
        }
    }

    /// Whether an outside clock is known and disagrees.
    #[must_use]
    pub fn is_contradicted(&self) -> bool {
        self.outside().any(|theirs| differ(self.now, theirs))
    }

    /// Whether outside clocks are known and all agree.
    #[must_use]
    pub fn is_supported(&self) -> bool {
        self.outside().next().is_some() && !self.is_contradicted()
    }

    fn outside(&self) -> impl Iterator<Item = Timestamp> {
        [self.ntp, self.certificate_authority, self.database_server].into_iter().flatten()
    }

    fn compare(&self, from: OutsideClock, theirs: Option<Timestamp>) -> Result<(), Doubt> {
        match theirs {
            Some(theirs) if differ(self.now, theirs) => Err(Doubt::Differs { from, theirs }),
            _ => Ok(()),
        }
    }
}

/// Whether two times are further apart than clocks that agree.
#[must_use]
pub fn differ(one: Timestamp, other: Timestamp) -> bool {
    one.duration_since(other).abs() > SignedDuration::try_from(TOLERANCE).unwrap_or(SignedDuration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: SignedDuration = SignedDuration::from_hours(1);
    const DAY: SignedDuration = SignedDuration::from_hours(24);
    const YEAR: SignedDuration = SignedDuration::from_hours(365 * 24);

    fn time() -> Timestamp {
        "2026-03-02T08:00:00Z".parse().expect("a time")
    }

    /// After a start, this long after the clock was last trusted, without an outside clock.
    fn after(pause: SignedDuration) -> Evidence {
        Evidence {
            now: time() + pause,
            trusted_at: time(),
            expected: None,
            ntp: None,
            certificate_authority: None,
            database_server: None,
            outside_ignored: false,
        }
    }

    #[test]
    fn two_days_switched_off_and_a_long_weekend_are_no_jump() {
        for pause in [SignedDuration::ZERO, HOUR, 2 * DAY, 3 * DAY + 12 * HOUR] {
            assert_eq!(after(pause).judge(), Ok(Basis::Continues), "{pause}");
        }
    }

    #[test]
    fn clock_that_is_far_from_its_last_trusted_time_is_not_trusted() {
        let trusted_at = time();
        for pause in [5 * DAY, 300 * DAY, 10 * YEAR] {
            assert_eq!(after(pause).judge(), Err(Doubt::Gap { trusted_at }), "{pause}");
            assert_eq!(after(-pause).judge(), Err(Doubt::Behind { trusted_at }), "-{pause}");
        }
        assert_eq!(after(-2 * HOUR).judge(), Err(Doubt::Behind { trusted_at }));
    }

    #[test]
    fn clock_that_is_set_while_the_program_runs_is_not_trusted() {
        let expected = time() + DAY;
        for jump in [2 * HOUR, -3 * HOUR, 10 * DAY, -10 * DAY, 3 * YEAR, -3 * YEAR] {
            let evidence = Evidence { expected: Some(expected), ..after(DAY + jump) };
            assert_eq!(evidence.judge(), Err(Doubt::Jumped { expected }), "{jump}");
        }
        // A quiet weekend: nothing was stored, but the program ran.
        let quiet = Evidence { expected: Some(time() + 20 * DAY), ..after(20 * DAY) };
        assert_eq!(quiet.judge(), Ok(Basis::Continues));
    }

    #[test]
    fn synchronized_clock_is_trusted_after_any_pause() {
        for pause in [30 * DAY, -30 * DAY] {
            let now = time() + pause;
            let by_ntp = Evidence { ntp: Some(now), expected: Some(time()), ..after(pause) };
            assert_eq!(by_ntp.judge(), Ok(Basis::Outside), "{pause}");
            let by_authority = Evidence { certificate_authority: Some(now), ..after(pause) };
            assert_eq!(by_authority.judge(), Ok(Basis::Outside), "{pause}");
        }
    }

    #[test]
    fn outside_clock_that_disagrees_is_believed() {
        let theirs = time() - 300 * DAY;
        let from = OutsideClock::CertificateAuthority;
        let evidence =
            Evidence { ntp: Some(time()), certificate_authority: Some(theirs), ..after(SignedDuration::ZERO) };
        assert_eq!(evidence.judge(), Err(Doubt::Differs { from, theirs }));
        let from = OutsideClock::DatabaseServer;
        let evidence = Evidence { database_server: Some(theirs), ..after(SignedDuration::ZERO) };
        assert_eq!(evidence.judge(), Err(Doubt::Differs { from, theirs }));
    }

    #[test]
    fn database_server_that_may_be_on_the_same_machine_proves_nothing() {
        let now = time() + 300 * DAY;
        let evidence = Evidence { database_server: Some(now), ..after(300 * DAY) };
        assert_eq!(evidence.judge(), Err(Doubt::Gap { trusted_at: time() }));
    }

    #[test]
    fn wrong_clock_of_the_database_server_does_not_stop_a_synchronized_machine() {
        let evidence =
            Evidence { ntp: Some(time()), database_server: Some(time() - YEAR), ..after(SignedDuration::ZERO) };
        assert_eq!(evidence.judge(), Ok(Basis::Outside));
    }

    #[test]
    fn confirmed_clock_is_trusted_against_an_outside_clock_until_it_jumps() {
        let confirmed =
            Evidence { database_server: Some(time() - YEAR), outside_ignored: true, ..after(SignedDuration::ZERO) };
        assert_eq!(confirmed.judge(), Ok(Basis::Continues));
        assert!(confirmed.is_contradicted() && !confirmed.is_supported());
        let jumped = Evidence { now: time() + YEAR, expected: Some(time()), ..confirmed };
        assert_eq!(jumped.judge(), Err(Doubt::Jumped { expected: time() }));
        // It was confirmed by mistake, and then NTP has set it.
        let corrected = Evidence { now: time() - YEAR, expected: Some(time()), ntp: Some(time() - YEAR), ..confirmed };
        assert_eq!(corrected.judge(), Ok(Basis::Outside));
    }
}
