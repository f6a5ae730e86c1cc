//! Patients who agree to come back, are asked, and do or do not.

use clinic_rules::booking::{AppointmentState, RecallOutcome, SlotTime, Source};
use clinic_store::{NewRecall, RecallList};
use jiff::Span;

use super::events::Event;
use super::model::{AgreedRecall, Asked};
use super::{DAY, HOUR, Year};

impl Year {
    pub(super) async fn come_back(&mut self, which: usize, hours_ahead: u32, to: AppointmentState) {
        let is_due =
            |recall: &AgreedRecall| recall.due <= self.today() && recall.ended_by.is_none() && !recall.declined;
        let due: Vec<usize> =
            self.recalls.iter().filter(|(_, it)| is_due(it)).map(|(agreed_at, _)| *agreed_at).collect();
        let Some(agreed_at) = due.get(which % due.len().max(1)).copied() else { return };
        let (patient, service, index) =
            (self.visits[agreed_at].patient, self.visits[agreed_at].service, self.visits.len());
        self.book(patient, service, hours_ahead, Source::Phone).await;
        if self.visits.len() > index {
            self.wait(HOUR * (hours_ahead + 1)).await;
            self.change(Event::State { which: index, to }).await;
        }
    }

    pub(super) async fn miss_late(&mut self, patient: usize) {
        let agreed_at = self.visits.len();
        self.book(patient, 0, 0, Source::WalkIn).await;
        if self.visits.len() == agreed_at {
            return;
        }
        self.change(Event::State { which: agreed_at, to: AppointmentState::Arrived }).await;
        self.agree_at(agreed_at, 1).await;
        self.wait(8 * DAY).await;
        let to_ask = self.list(RecallList::ToAsk).await;
        let Some((id, _)) = to_ask.into_iter().find(|(_, visit)| *visit == agreed_at) else { return };
        self.instances[0].0.clock.advance(100 * DAY);
        self.mark_asked(&id, agreed_at).await;
        self.instances[0].0.clock.advance(84 * DAY);
        let index = self.visits.len();
        self.book(patient, 0, 24, Source::Phone).await;
        if self.visits.len() > index {
            self.wait(HOUR * 25).await;
            self.change(Event::State { which: index, to: AppointmentState::Missed }).await;
        }
    }

    pub(super) async fn ask(&mut self) {
        let Some((id, visit)) = self.list(RecallList::ToAsk).await.pop() else { return };
        self.mark_asked(&id, visit).await;
    }

    async fn mark_asked(&mut self, id: &str, visit: usize) {
        let clinic = self.clinic();
        clinic.store.mark_recall_asked(id, clinic.actor()).await.expect("asked");
        let recall = self.recalls.get_mut(&visit).expect("a recall");
        (recall.is_to_ask, recall.asked) = (false, Some(Asked::ByPhone));
        self.last_asked = Some((id.to_owned(), visit));
    }

    pub(super) async fn undo_asked(&mut self) {
        let Some((id, visit)) = self.last_asked.take() else { return };
        let clinic = self.clinic();
        if clinic.store.undo_recall_asked(&id, clinic.actor()).await.is_ok() {
            let recall = self.recalls.get_mut(&visit).expect("a recall");
            recall.is_to_ask = true;
        }
    }

    pub(super) async fn decline(&mut self) {
        let Some((id, visit)) = self.list(RecallList::ToAsk).await.pop() else { return };
        let clinic = self.clinic();
        clinic.store.end_recall(&id, RecallOutcome::Declined, clinic.actor()).await.expect("ended");
        self.recalls.get_mut(&visit).expect("a recall").declined = true;
        self.last_declined = Some((id, visit));
    }

    pub(super) async fn undo_decline(&mut self) {
        let Some((id, visit)) = self.last_declined.take() else { return };
        let clinic = self.clinic();
        if clinic.store.undo_recall_end(&id, clinic.actor()).await.is_ok() {
            self.recalls.get_mut(&visit).expect("a recall").declined = false;
        }
    }

    /// The email that asked the patient came back: staff ask, unless they have asked since.
    pub(super) async fn report_returned_recall(&mut self, which: usize) {
        let asked = self.list(RecallList::Asked).await;
        let Some((id, visit)) = asked.get(which % asked.len().max(1)) else { return };
        let clinic = self.clinic();
        if clinic.store.recall_email_came_back(id, clinic.actor()).await.is_ok() {
            let recall = self.recalls.get_mut(visit).expect("a recall");
            recall.is_to_ask |= recall.asked == Some(Asked::ByEmail);
        }
    }

    pub(super) async fn agree(&mut self, which: usize, weeks: u32) {
        let may_agree = |index: &usize| {
            let visit = &self.visits[*index];
            let has_come = matches!(visit.state, AppointmentState::Arrived | AppointmentState::Done);
            has_come && !visit.is_erased && !self.recalls.get(index).is_some_and(|recall| recall.declined)
        };
        let seen: Vec<usize> = (0..self.visits.len()).filter(may_agree).collect();
        if let Some(index) = seen.get(which % seen.len().max(1)) {
            self.agree_at(*index, weeks).await;
        }
    }

    pub(super) async fn agree_at(&mut self, index: usize, weeks: u32) {
        let due = SlotTime::of(self.now()).date.checked_add(Span::new().weeks(i64::from(weeks))).expect("a date");
        let (visit, reason) = (self.visits[index].id.clone(), format!("visit {index}"));
        let clinic = self.clinic();
        // Pressed twice.
        for _ in 0..2 {
            let new = NewRecall { visit: &visit, due, reason: &reason };
            clinic.store.add_recall(new, clinic.actor()).await.expect("added");
        }
        let agreed_on = self.visits[index].slot.date;
        let agreed_at = self.now();
        let new = AgreedRecall {
            service: self.visits[index].service,
            asked: None,
            due,
            due_since: due,
            agreed_at,
            agreed_on,
            ended_by: None,
            declined: false,
            is_to_ask: true,
            emails_allowed: 1,
        };
        let recall = self.recalls.entry(index).or_insert(new);
        if recall.ended_by.is_some() || (recall.due, recall.agreed_on) != (due, agreed_on) {
            recall.emails_allowed += 1;
            recall.is_to_ask = true;
            recall.due_since = due;
            (recall.agreed_at, recall.asked) = (agreed_at, None);
        }
        (recall.due, recall.agreed_on, recall.ended_by) = (due, agreed_on, None);
    }

    /// The recalls of a list: their ids, and the visits at which they were agreed.
    pub(super) async fn list(&self, list: RecallList) -> Vec<(String, usize)> {
        let (page, more) = self.instances[0].0.store.recall_page(list, None, self.now()).await.expect("listed");
        assert!(!more, "one page is enough for a few patients");
        let visit = |reason: &str| reason.trim_start_matches("visit ").parse().expect("a number");
        page.into_iter().map(|it| (it.recall.id, visit(&it.recall.reason))).collect()
    }
}
