//! `clinic staff reset-two-step`.

use clap::Args;

use super::{StaffCommandError, actor};
use crate::cli::args::StoreArgs;
use clinic_rules::clinic_time;
use clinic_rules::staff::{StaffName, TwoStepDeadline};
use clinic_store::StaffMember;

#[derive(Debug, Args)]
pub struct ResetTwoStep {
    /// The name of the account.
    #[arg(value_parser = StaffName::parse)]
    name: StaffName,
    #[command(flatten)]
    store: StoreArgs,
}

impl ResetTwoStep {
    pub(super) fn run(self) -> Result<(), StaffCommandError> {
        self.store.with_store(async |store| {
            let was_on = store.staff().await?.iter().any(|member| self.is_for(member) && member.totp);
            store.reset_two_step(&self.name, actor()).await?;
            let staff = store.staff().await?;
            if let Some(member) = staff.iter().find(|member| self.is_for(member)) {
                print_line!("{}", describe(member, was_on));
            }
            Ok(())
        })
    }

    fn is_for(&self, member: &StaffMember) -> bool {
        StaffName::parse(&member.name).is_ok_and(|name| name.key() == self.name.key())
    }
}

fn describe(member: &StaffMember, was_on: bool) -> String {
    let name = &member.name;
    let state = if was_on { "is off now" } else { "was not on" };
    let sign_in = match (member.disabled, member.invitation.is_some(), member.two_step_deadline) {
        (true, ..) => format!("The account is disabled: {name} cannot sign in."),
        (_, true, _) => format!("{name} has not chosen a password yet and needs the link of the invitation."),
        (.., Some(TwoStepDeadline(at))) => format!(
            "{name} signs in with the password alone and has to set up two-step verification by {}.",
            clinic_time::format_with_zone(at)
        ),
        (.., None) => format!("{name} signs in with the password alone."),
    };
    format!("Two-step verification of {name} {state}, and {name} has been signed out everywhere. {sign_in}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clinic_rules::staff::Role;
    use clinic_store::Invitation;

    #[test]
    fn sentence_says_what_is_true_of_the_account() {
        let member = StaffMember {
            name: "Ngozi".to_owned(),
            role: Role::Desk,
            disabled: false,
            totp: false,
            last_seen: None,
            two_step_deadline: None,
            invitation: None,
        };
        let off = describe(&member, true);
        assert!(off.contains("is off now") && off.ends_with("Ngozi signs in with the password alone."), "{off}");
        let at = "2026-03-02T08:05:00Z".parse().expect("a time");
        let owner = describe(&StaffMember { two_step_deadline: Some(TwoStepDeadline(at)), ..member.clone() }, false);
        assert!(owner.contains("was not on") && owner.contains("by 2 March 2026 at 9:05 AM Nigerian time."), "{owner}");
        let invitation = Some(Invitation { link_expires_at: None, email: None });
        let invited = describe(&StaffMember { invitation, ..member.clone() }, false);
        assert!(invited.contains("has not chosen a password"), "{invited}");
        let disabled = describe(&StaffMember { disabled: true, ..member }, true);
        assert!(disabled.contains("cannot sign in"), "{disabled}");
    }
}
