//! What must be true after each event.

use std::collections::BTreeSet;

use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentState, ToTell, ticks};
use clinic_rules::person::EmailAddress;
use clinic_store::{Appointment, PatientToTell, RecallList};
use jiff::Span;

use super::model::{Asked, Visit, stands};
use super::{DAY, HOUR, Year};

impl Year {
    /// The purge deletes what is old. Of the recalls that nobody has asked, none is lost that was due for less than half a year.
    pub(super) async fn purge(&mut self) {
        let now = self.now();
        self.clinic().store.purge(now).await.expect("purged");
        let rows = &self.instances[0].0.rows;
        let stored: Vec<String> = sqlx::query_scalar("SELECT id FROM appointments").fetch_all(rows).await.expect("ids");
        for visit in self.visits.iter_mut().filter(|it| !stored.iter().any(|id| id == it.id.as_str())) {
            visit.is_erased = true;
            visit.state = AppointmentState::Cancelled;
        }
        let wishes: Vec<String> =
            sqlx::query_scalar("SELECT id FROM earlier_times").fetch_all(rows).await.expect("wishes");
        for visit in
            self.visits.iter_mut().filter(|it| it.earlier_than.is_some() && !wishes.contains(&it.id.to_string()))
        {
            let is_over = visit.is_erased || visit.slot.timestamp().is_some_and(|at| at < now - DAY);
            assert!(is_over, "the wish for an earlier time is gone at {now}: {:?}", visit.id);
            visit.earlier_than = None;
        }
        let kept: Vec<String> =
            sqlx::query_scalar("SELECT reason FROM recalls").fetch_all(rows).await.expect("recalls");
        let half_a_year_ago = self.today().saturating_sub(Span::new().days(182));
        self.recalls.retain(|visit, recall| {
            if recall.declined || kept.contains(&format!("visit {visit}")) {
                return true;
            }
            let may_end = recall.ended_by.is_some() || !recall.is_to_ask || recall.due_since < half_a_year_ago;
            assert!(may_end, "nobody asks the patient of visit {visit}, due since {}, at {now}", recall.due_since);
            false
        });
    }

    pub(super) async fn check(&mut self) {
        self.check_sent();
        for visit in self.visits.iter().filter(|it| it.is_erased) {
            let stored = self.instances[0].0.store.appointment(&visit.id).await.expect("read");
            assert_eq!(stored, None, "it was erased");
        }
        self.check_reminders().await;
        self.check_to_tell().await;
        self.check_requests().await;
        self.check_recalls().await;
        self.check_earlier_times().await;
    }

    /// Whoever does not know what staff have changed is about to get an email or is in the list to tell, with the latest change; and
    /// whoever knows is not.
    pub(super) async fn check_to_tell(&self) {
        let (now, queued) = (self.now(), self.queued().await);
        let list = each_visit(self.instances[0].0.to_tell().await);
        for visit in self.visits.iter().filter(|it| !it.is_erased) {
            let Some(what) = visit.to_tell() else { continue };
            // Whoever knows a later time than that of the visit would come then. Of a missed visit, nothing else has to be told.
            let stored = self.stored(&visit.id).await;
            let would_come_later = stored.known_time() > stored.starts_at.max(now);
            let is_past = visit.state == AppointmentState::Missed || stored.known_time().max(stored.starts_at) <= now;
            let is_over = is_past && !would_come_later && what != ToTell::Expired;
            let has_come = matches!(visit.state, AppointmentState::Arrived | AppointmentState::Done);
            let is_listed = list.iter().any(|it| it.appointment.id == visit.id && it.what == what);
            let is_told = is_over || has_come || is_listed || queued.contains(visit.id.as_str());
            assert!(is_told, "nobody tells this patient {what:?} at {now}: {:?}", visit.id);
        }
        let ids: BTreeSet<_> = list.iter().map(|it| it.appointment.id.as_str()).collect();
        assert_eq!(ids.len(), list.len(), "a visit is in the list twice");
        for PatientToTell { appointment, what, .. } in list.iter().filter(|it| it.what != ToTell::Reminder) {
            let visit = self.visits.iter().find(|it| it.id == appointment.id).expect("a visit");
            assert_eq!(visit.to_tell(), Some(*what), "the patient knows: {appointment:?}");
        }
    }

    /// While the clinic is closed: whoever does not know of a visit on that day is in the list with the closure, or an email that an
    /// instance has begun to send tells them.
    pub(super) async fn check_while_closed(&self) {
        let (now, queued) = (self.now(), self.queued().await);
        let list = each_visit(self.instances[0].0.to_tell().await);
        for index in (0..self.visits.len()).filter(|index| self.is_closed_for(*index)) {
            let visit = &self.visits[index];
            let is_to_come = visit.slot.timestamp().is_some_and(|at| at > now);
            if visit.is_erased || !is_to_come || visit.untold.is_none() || stands(visit.state).is_none() {
                continue;
            }
            let is_listed = list.iter().any(|it| it.appointment.id == visit.id && it.what == ToTell::Closed);
            assert!(is_listed || queued.contains(visit.id.as_str()), "nobody hears of the closure: {:?}", visit.id);
        }
    }

    /// Each request that waits for staff is in the list to confirm, once, and nothing else is.
    pub(super) async fn check_requests(&self) {
        let (now, clinic) = (self.now(), &self.instances[0].0);
        let is_request = |visit: &&Visit| {
            let is_to_come = visit.slot.timestamp().is_some_and(|at| at > now);
            is_to_come && !visit.is_erased && visit.state == AppointmentState::Requested
        };
        let mut requests: Vec<_> = self.visits.iter().filter(is_request).map(|it| it.id.as_str().to_owned()).collect();
        let listed = clinic.store.requests_to_confirm(&clinic.settings, now).await.expect("listed");
        let mut listed: Vec<_> = listed.iter().map(|it| it.id.as_str().to_owned()).collect();
        requests.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, requests, "to confirm at {now}");
        let counted = clinic.store.waiting_counts(&clinic.settings, now).await.expect("counted").requests;
        assert_eq!(counted as usize, requests.len(), "the number beside the link");
    }

    /// Whoever has a visit that is certain, and wants an earlier time and has got none, is in the list once; what is offered is
    /// earlier, and no two patients are offered the same time in the same chair.
    async fn check_earlier_times(&self) {
        let (now, clinic) = (self.now(), &self.instances[0].0);
        let mut wanting = Vec::new();
        for visit in self.visits.iter().filter(|it| !it.is_erased && it.state == AppointmentState::Confirmed) {
            let is_to_come = visit.slot.timestamp().is_some_and(|at| at > now);
            let has_none = visit.earlier_than.is_some_and(|than| visit.slot >= than);
            if is_to_come && has_none && !self.stored(&visit.id).await.unacknowledged {
                wanting.push(visit.id.to_string());
            }
        }
        let list = clinic.store.earlier_times(&clinic.settings, now).await.expect("listed");
        let mut listed: Vec<_> = list.shown.iter().map(|(row, _)| row.id.clone()).collect();
        wanting.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, wanting, "they want an earlier time at {now}");
        let mut offered = clinic.ticks().await;
        for (row, offer) in &list.shown {
            let (Some(visit), Some(slot)) = (row.visit(), offer) else { continue };
            let at = slot.timestamp().expect("a time");
            assert!(now < at && at < visit.starts_at, "{slot} instead of {}", visit.starts_at);
            let taken = ticks(at, visit.chair_minutes());
            let is_free = |chair: &i64| taken.clone().all(|tick| !offered.contains_key(&(*chair, tick)));
            let mut chairs = clinic.settings.chair_numbers().into_iter().map(i64::from);
            let chair = chairs.find(is_free).expect("a chair that nobody else is offered");
            offered.extend(taken.map(|tick| ((chair, tick), row.id.clone())));
        }
    }

    /// No email while emails are held, none after its visit, none about a time that is not true, none twice, and none to an address that was corrected.
    pub(super) fn check_sent(&mut self) {
        let accepted = self.mail.accepted.lock().expect("accepted")[self.checked..].to_vec();
        self.checked += accepted.len();
        assert!(!self.is_held || accepted.is_empty(), "sent while emails are held: {accepted:?}");
        for (at, to, message) in accepted {
            match message {
                Message::Appointment(facts) => {
                    let last = facts.moved_from.map_or(facts.starts_at, |known| known.max(facts.starts_at));
                    assert!(at < last, "sent at {at}, after the visit: {facts:?}");
                    let index = self.visits.iter().position(|it| it.id.as_str() == facts.id).expect("a visit");
                    let is_closed = self.closed.as_ref().is_some_and(|it| facts.made_at >= it.since);
                    let is_closed = is_closed && self.is_closed_for(index);
                    let visit = &mut self.visits[index];
                    assert!(!visit.is_erased, "sent to somebody who was erased: {facts:?}");
                    assert!(!visit.is_returned, "sent to an address from which an email came back: {facts:?}");
                    let address = visit.email.as_ref().map(EmailAddress::as_typed);
                    assert_eq!(address, Some(to.as_str()), "sent to an address that was corrected: {facts:?}");
                    if !tells(facts.notice) {
                        continue;
                    }
                    assert_eq!(visit.slot.timestamp(), Some(facts.starts_at), "about another time: {facts:?}");
                    if facts.sequence == visit.sequence {
                        visit.untold = None;
                    }
                    visit.emailed_at = Some(at);
                    assert!(!is_closed || !is_confirming(facts.notice), "the clinic is closed then: {facts:?}");
                    let sent_reminders = self.reminded.entry(facts.id.clone()).or_default();
                    let what = match facts.notice {
                        AppointmentNotice::Reminder(reminder) => {
                            sent_reminders.insert((facts.starts_at, reminder.number()));
                            format!("reminder {}", reminder.number())
                        }
                        notice => {
                            sent_reminders.clear();
                            format!("{notice:?}")
                        }
                    };
                    let is_new = self.told.insert((facts.id.clone(), facts.sequence, what.clone()));
                    assert!(is_new, "sent twice: {what} {facts:?}");
                }
                Message::Recall(facts) => {
                    let visit: usize = facts.reason.trim_start_matches("visit ").parse().expect("a number");
                    let address = self.visits[visit].email.as_ref().map(EmailAddress::as_typed);
                    assert_eq!(address, Some(to.as_str()), "sent to an address that was corrected: {facts:?}");
                    let recall = self.recalls.get_mut(&visit).expect("a recall");
                    assert!(recall.emails_allowed > 0, "asked twice: {facts:?}");
                    recall.emails_allowed -= 1;
                    (recall.is_to_ask, recall.asked) = (false, Some(Asked::ByEmail));
                }
                other => panic!("{other:?}"),
            }
        }
    }

    /// Whoever has to be reminded was reminded, is about to be, or is in the list to call.
    pub(super) async fn check_reminders(&self) {
        let (now, clinic) = (self.now(), &self.instances[0].0);
        let upcoming = clinic.store.appointments_between(now, now + 2 * DAY).await.expect("listed");
        let to_call = each_visit(clinic.to_tell().await);
        let queued = self.queued().await;
        for visit in upcoming.iter().filter(|it| it.state == AppointmentState::Confirmed && now < it.starts_at) {
            let before = if now >= visit.starts_at - 3 * HOUR { 3 } else { 48 };
            let was_told_since = visit.told_at >= visit.starts_at - before * HOUR && visit.told_at <= now + HOUR;
            let emailed_at = self.visits.iter().find(|it| it.id == visit.id).and_then(|it| it.emailed_at);
            let was_emailed_since = emailed_at.is_some_and(|at| at >= visit.starts_at - before * HOUR);
            // Beyond the limits the first reminder is tried again until the day before the visit.
            let is_tried_again = visit.unacknowledged && visit.reminder == 0 && now < visit.starts_at - DAY;
            let is_reached = was_told_since
                || was_emailed_since
                || is_tried_again
                || visit.reminded_at.is_some()
                || queued.contains(visit.id.as_str())
                || to_call.iter().any(|it| it.appointment.id == visit.id)
                || self.was_reminded(visit, if before == 3 { 2 } else { 1 });
            let is_called = visit.reminded_at.is_some() || to_call.iter().any(|it| it.appointment.id == visit.id);
            let is_reached = is_reached && (is_called || !visit.email_returned);
            assert!(is_reached, "nobody reminds this patient at {now}: {visit:?}");
        }
        // Neither an email nor a call for a visit that has begun.
        let is_to_come = |it: &Appointment| now < it.starts_at.max(it.known_time());
        assert!(to_call.iter().all(|it| is_to_come(&it.appointment) || it.what == ToTell::Expired));
    }

    pub(super) fn was_reminded(&self, visit: &Appointment, number: i64) -> bool {
        let reminded = self.reminded.get(visit.id.as_str());
        reminded.is_some_and(|reminded| (number..=2).any(|number| reminded.contains(&(visit.starts_at, number))))
    }

    pub(super) async fn queued(&self) -> BTreeSet<String> {
        let statement =
            "SELECT record_key FROM outbox WHERE state = 'queued' AND payload NOT LIKE '%\"notice\":\"new-link\"%'";
        let rows: Vec<String> = sqlx::query_scalar(statement).fetch_all(&self.instances[0].0.rows).await.expect("rows");
        rows.into_iter().collect()
    }

    /// Every recall that is due is in exactly one list, and whoever counts as asked was asked.
    pub(super) async fn check_recalls(&self) {
        let (mut due, mut booked) = (BTreeSet::new(), BTreeSet::new());
        for (agreed_at, recall) in &self.recalls {
            if recall.ended_by.is_some() || recall.declined {
                continue;
            }
            let is_open = |visit: &Visit| {
                matches!(
                    visit.state,
                    AppointmentState::Requested | AppointmentState::Confirmed | AppointmentState::Arrived
                ) && visit.slot.date >= self.today().saturating_sub(Span::new().days(7))
            };
            let has_booked = (0..self.visits.len())
                .any(|index| is_open(&self.visits[index]) && self.recalls_of(index).contains(agreed_at));
            if has_booked {
                booked.insert(*agreed_at);
            } else if recall.due <= self.today() {
                due.insert(*agreed_at);
            }
        }
        let visits = |list: &[(String, usize)]| list.iter().map(|(_, visit)| *visit).collect::<BTreeSet<_>>();
        let (to_ask, asked) = (self.list(RecallList::ToAsk).await, self.list(RecallList::Asked).await);
        assert_eq!(visits(&self.list(RecallList::Booked).await), booked);
        assert_eq!(&visits(&to_ask) | &visits(&asked), due, "at {}", self.now());
        assert!(visits(&to_ask).is_disjoint(&visits(&asked)));
        let queued = self.queued().await;
        for (id, visit) in asked {
            let is_asked = queued.contains(&id) || !self.recalls[&visit].is_to_ask;
            assert!(is_asked, "nobody has asked the patient of visit {visit} at {}", self.now());
        }
        let counts: Option<i64> =
            sqlx::query_scalar("SELECT CAST(SUM(n) AS BIGINT) FROM recall_counts WHERE outcome = 'came-back'")
                .fetch_one(&self.instances[0].0.rows)
                .await
                .expect("counts");
        assert_eq!(counts.unwrap_or(0), self.came_back, "the statistics follow the visits");
    }
}

/// The list with an entry for each visit: those of a series may be one entry.
fn each_visit(list: Vec<PatientToTell>) -> Vec<PatientToTell> {
    let entry =
        |appointment: &Appointment, what| PatientToTell { appointment: appointment.clone(), what, others: Vec::new() };
    let of = |it: PatientToTell| {
        let others: Vec<_> = it.others.iter().map(|other| entry(other, it.what)).collect();
        std::iter::once(entry(&it.appointment, it.what)).chain(others)
    };
    list.into_iter().flat_map(of).collect()
}

/// Whether the email says when the visit is, or that it does not take place.
fn tells(notice: AppointmentNotice) -> bool {
    notice != AppointmentNotice::NewLink
}

fn is_confirming(notice: AppointmentNotice) -> bool {
    matches!(notice, AppointmentNotice::Confirmed | AppointmentNotice::Moved)
}
