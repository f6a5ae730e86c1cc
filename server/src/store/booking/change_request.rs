//! Who changes an appointment, and the time that it is moved to.

use crate::booking::{Settings, SlotTime};
use crate::store::Actor;

/// Who changes an appointment. Patients are bound to the times that are offered and to the notice; staff are not.
#[derive(Clone, Copy)]
pub enum ChangedBy<'a> {
    Patient,
    Staff(Actor<'a>),
}

#[derive(Clone, Copy)]
pub struct Move<'a> {
    pub slot: SlotTime,
    /// The chair that staff chose.
    pub chair: Option<u16>,
    pub settings: &'a Settings,
    pub by: ChangedBy<'a>,
}
