//! The way in: routers, handlers, limits and the words of every answer.

pub mod client;
pub mod form;
pub mod limits;
pub mod plays;
pub mod problem;
pub mod send_form;
