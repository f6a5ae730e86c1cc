//! The integration tests of the server, in one binary: it is linked once, and tests that wait leave the processor to others.
//! Only `large_tables.rs` is a binary of its own, because it counts the statements of the whole process.

mod appointment_links;
mod appointments_store;
mod architecture;
mod booking;
mod booking_limits;
mod booking_off;
mod certificates;
mod claims;
mod clock;
mod command_line;
mod connection;
mod content_commands;
mod content_kills;
mod content_refused;
mod content_store;
mod content_updates;
mod copy_database;
mod database_commands;
mod deploy;
mod desk;
mod desk_access;
mod desk_appointments;
mod desk_content;
mod desk_pictures;
mod desk_roles;
mod desk_sign_in;
mod documents;
mod erasure;
mod generated_types;
mod http2;
mod http2_conformance;
mod instance_lock;
mod links_in_logs;
mod mail;
mod metrics;
mod openapi;
mod outbox;
mod owner_setup;
mod pages;
mod patient_messages;
mod patient_records;
#[path = "../../images/tests/support/picture_files.rs"]
#[allow(dead_code, reason = "the tests of the images crate use the rest")]
mod picture_files;
mod plays;
mod postgres_failures;
mod recalls;
mod released_content;
mod smtp;
mod store_contract;
mod support;
mod test_server;
mod tls;
mod waiting_requests;
mod year_of_visits;
