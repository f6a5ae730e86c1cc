//! One email about several visits that staff have added together: each with its time and its link, and all of them in one calendar
//! file.

use super::appointment::{AppointmentFacts, Facts, event};
use super::{CalendarPart, Context, RenderedMessage};
use crate::one_line::one_line;
use clinic_rules::booking::{AppointmentToken, CalendarEvent, CalendarMethod};

templates!("visits/subject.txt", "visits/message.txt", "visits/message.html", Facts, visits: [Facts]);

/// The visits have the same patient and the same service, and are confirmed.
pub fn render(
    visits: &[(&AppointmentFacts, Option<&AppointmentToken>)],
    context: &Context<'_>,
) -> Result<RenderedMessage, askama::Error> {
    let mut visits = visits.to_vec();
    visits.sort_by_key(|(appointment, _)| appointment.starts_at);
    let facts: Vec<Facts> =
        visits.iter().map(|(appointment, link)| Facts::new(appointment, &with_link(context, *link))).collect();
    let Some((first, link)) = visits.first() else {
        return Err(askama::Error::custom("an email about no visit"));
    };
    let (recipient, count) = (first.recipient(), visits.len());
    let shared = Facts {
        heading: one_line(&format!("{} {count} appointments are confirmed", recipient.your_at_start())),
        lead: one_line(&format!("Hello {}, we look forward to seeing {}.", recipient.greeted(), recipient.you())),
        when: one_line(&facts.iter().map(described).collect::<Vec<_>>().join("; ")),
        ..Facts::new(first, &with_link(context, *link))
    };
    let rendered = render_templates(&shared, &facts)?;
    let events: Vec<CalendarEvent<'_>> =
        visits.iter().zip(&facts).map(|((visit, _), facts)| event(visit, facts, context)).collect();
    Ok(RenderedMessage {
        calendar: Some(CalendarPart {
            method: CalendarMethod::Publish.into_str(),
            is_invitation: false,
            file: CalendarEvent::file_of(&events, CalendarMethod::Publish),
        }),
        facts: shared.named(),
        ..rendered
    })
}

fn with_link<'a>(context: &Context<'a>, link: Option<&'a AppointmentToken>) -> Context<'a> {
    Context { link, ..*context }
}

/// For a provider with a template of its own, which has one line for the time.
fn described(visit: &Facts) -> String {
    format!("{} (reference {}, move or cancel: {})", visit.when, visit.reference, visit.manage)
}
