//! A clinic, a fixed clock and a message to send.

use std::sync::Arc;

use clinic_content::model::{Address, Clinic, Emergency, Hours, Map, Phone, Whatsapp};
use clinic_mail::compose::Sender;
use clinic_mail::dkim::Dkim;
use clinic_mail::{Composer, Delivery, MailTransport, Message, OutgoingMessage};
use clinic_rules::discount::DiscountCode;
use clinic_rules::person::EmailAddress;
use clinic_runtime::clock::Clock;
use jiff::Timestamp;

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        "2026-11-15T11:00:00Z".parse().expect("a time")
    }
}

pub fn clinic() -> Clinic {
    let hours = |days: &str, times: &str| Hours {
        days: days.to_owned(),
        times: times.to_owned(),
        first_day: 1,
        last_day: 1,
        open: Vec::new(),
    };
    Clinic {
        name: "The Eye & Lens <Clinic>".to_owned(),
        tagline: String::new(),
        blurb: String::new(),
        founded: 2001,
        address: Address {
            street: "1 Test Road".to_owned(),
            city: "Port Harcourt".to_owned(),
            state: "Rivers State".to_owned(),
            country: "Nigeria".to_owned(),
        },
        map: Map { link: "https://maps.example/?a=1&b=2".to_owned(), embed: None },
        phone: Phone { display: "+234 800 000 0000".to_owned(), href: "tel:+2348000000000".to_owned() },
        whatsapp: Whatsapp { href: "https://wa.me/2348000000000?text=Hello".to_owned() },
        hours: vec![hours("Monday to Friday", "8:00 AM to 6:00 PM"), hours("Sunday", "Closed")],
        closures: Vec::new(),
        menu_pages: Vec::new(),
        books_online: true,
        booking: None,
        has_sight_check: false,
        has_monthly_puzzles: false,
        has_daily_practice: false,
        emergency: Emergency { text: "In an emergency, go to hospital.".to_owned(), link: None },
        hospitals: Vec::new(),
        notice: None,
        socials: Vec::new(),
        discount_percent: 5,
        discount_on: None,
        code_days: 90,
    }
}

pub fn composer() -> Composer {
    composer_for(clinic(), None)
}

pub fn composer_for(clinic: Clinic, dkim: Option<Dkim>) -> Composer {
    let clinic = Arc::new(clinic);
    Composer {
        sender: Sender::parse("hello@clinic.example").expect("a sender"),
        site_url: "https://clinic.example/".to_owned(),
        clinic: Box::new(move || clinic.clone()),
        clock: Arc::new(FixedClock),
        dkim,
    }
}

pub fn outgoing() -> OutgoingMessage {
    outgoing_to("Ada.Obi@example.com")
}

pub fn outgoing_to(address: &str) -> OutgoingMessage {
    OutgoingMessage {
        message_id: "<7f3a.discount@clinic.example>".to_owned(),
        to: EmailAddress::parse(address).expect("an address"),
        message: Message::DiscountCode {
            code: code(),
            valid_until: "2027-02-13T22:59:59.999Z".parse().expect("a time"),
            play: None,
        },
        link: None,
        invitation: None,
        also: Vec::new(),
    }
}

pub fn code() -> DiscountCode {
    DiscountCode::issue(5, [7, 19, 3, 20, 23, 2, 29])
}

pub async fn deliver(transport: &dyn MailTransport) -> Delivery {
    transport.deliver(&outgoing()).await
}

/// The result in one word, and its reason.
pub fn describe(delivery: Delivery) -> (&'static str, String) {
    match delivery {
        Delivery::Accepted => ("accepted", String::new()),
        Delivery::Rejected { reason } => ("rejected", reason),
        Delivery::Deferred { reason } => ("deferred", reason),
    }
}
