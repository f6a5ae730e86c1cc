// The steps of booking as a pure reducer: service, day, time, details, booked. Going back to a step never loses what was
// typed, and a time that was taken in the meantime only asks for another time.
import type { BookedAppointment } from "../generated/BookedAppointment";
import type { SlotOffer } from "../generated/SlotOffer";
import type { BookingFailure } from "./booking-api";
import type { KeptBooking } from "./kept-booking";

export const STEPS = ["service", "day", "time", "details"] as const;
export type Step = (typeof STEPS)[number];

export type Details = {
  /** Of whoever books. */
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly note: string;
  /** Whether they book for somebody else, such as a child or a parent. */
  readonly isForOther: boolean;
  /** The name of that person. It stays when they choose "me" and change their mind. */
  readonly patient: string;
};
export type DetailName = Exclude<keyof Details, "isForOther">;

export type Attempt =
  | { readonly kind: "none" }
  | { readonly kind: "busy" }
  | { readonly kind: "failed"; readonly failure: BookingFailure };

export type Booking = {
  readonly step: Step;
  /** The slug of the chosen service. */
  readonly service: string | null;
  readonly date: string | null;
  readonly time: string | null;
  readonly details: Details;
  readonly attempt: Attempt;
  readonly booked: BookedAppointment | null;
};

export type Action =
  /** What was chosen and typed before the page was loaded again. */
  | { readonly type: "restore"; readonly kept: KeptBooking }
  | { readonly type: "chooseService"; readonly service: string }
  | { readonly type: "chooseDay"; readonly date: string }
  | { readonly type: "chooseTime"; readonly time: string }
  /** One of the times that the server offers instead of a taken one. */
  | { readonly type: "chooseOffer"; readonly offer: SlotOffer }
  | { readonly type: "goTo"; readonly step: Step }
  | { readonly type: "type"; readonly field: DetailName; readonly value: string }
  | { readonly type: "choosePatient"; readonly isForOther: boolean }
  | { readonly type: "submit" }
  | { readonly type: "fail"; readonly failure: BookingFailure }
  | { readonly type: "succeed"; readonly booked: BookedAppointment }
  /** The patient has corrected the address, and the appointment has another link. */
  | { readonly type: "correct"; readonly email: string; readonly booked: BookedAppointment }
  /** Whoever has the device forget the visit leaves nothing for the next person. */
  | { readonly type: "restart"; readonly isOtherPerson: boolean };

const none: Attempt = { kind: "none" };

export const newBooking: Booking = {
  step: "service",
  service: null,
  date: null,
  time: null,
  details: { name: "", phone: "", email: "", note: "", isForOther: false, patient: "" },
  attempt: none,
  booked: null,
};

export function bookingReducer(booking: Booking, action: Action): Booking {
  // The appointment exists, so nothing about it can be chosen any more.
  if (booking.booked) return afterBooking(booking, action);
  // The answer decides what comes next.
  if (booking.attempt.kind === "busy" && !isAnswer(action)) return booking;
  switch (action.type) {
    case "restore":
      return { ...booking, ...action.kept };
    case "chooseService":
      return action.service === booking.service
        ? { ...booking, step: nextStep(booking) }
        : {
            ...booking,
            service: action.service,
            date: null,
            time: null,
            step: "day",
            attempt: none,
          };
    case "chooseDay":
      return {
        ...booking,
        date: action.date,
        // The same day again keeps its time.
        time: action.date === booking.date ? booking.time : null,
        step: "time",
        attempt: none,
      };
    case "chooseTime":
      return { ...booking, time: action.time, step: "details", attempt: none };
    case "chooseOffer":
      return { ...booking, ...action.offer, step: "details", attempt: none };
    case "goTo":
      return canGoTo(booking, action.step) ? { ...booking, step: action.step } : booking;
    case "type":
      return type(booking, action.field, action.value);
    case "choosePatient":
      return choosePatient(booking, action.isForOther);
    case "submit":
      return booking.step === "details" ? { ...booking, attempt: { kind: "busy" } } : booking;
    case "fail":
      return fail(booking, action.failure);
    case "succeed":
      return { ...booking, attempt: none, booked: action.booked };
    case "restart":
    case "correct":
      return afterBooking(booking, action);
  }
}

function afterBooking(booking: Booking, action: Action): Booking {
  switch (action.type) {
    case "restart":
      return action.isOtherPerson ? newBooking : restart(booking);
    case "correct":
      // An answer about an earlier appointment comes too late.
      if (booking.booked?.reference !== action.booked.reference) return booking;
      return {
        ...booking,
        booked: action.booked,
        details: { ...booking.details, email: action.email },
      };
    default:
      return booking;
  }
}

function isAnswer({ type }: Action): boolean {
  return type === "succeed" || type === "fail";
}

function nextStep({ date, time }: Booking): Step {
  if (date === null) return "day";
  return time === null ? "time" : "details";
}

/** A step can be opened when everything before it is chosen. */
export function canGoTo(
  { service, date, time }: Pick<Booking, "service" | "date" | "time">,
  step: Step,
): boolean {
  const chosen = [service, date, time];
  return chosen.slice(0, STEPS.indexOf(step)).every((choice) => choice !== null);
}

/** The sentence about a field disappears as soon as the field is changed. */
function type(booking: Booking, field: DetailName, value: string): Booking {
  const details = { ...booking.details, [field]: value };
  const { attempt } = booking;
  if (attempt.kind !== "failed" || attempt.failure.kind !== "invalid") {
    return { ...booking, details };
  }
  const { [field]: _, ...fields } = attempt.failure.fields;
  return { ...booking, details, attempt: { ...attempt, failure: { kind: "invalid", fields } } };
}

/** The sentences about the names were for the other choice. */
function choosePatient(booking: Booking, isForOther: boolean): Booking {
  const chosen = type(
    type(booking, "name", booking.details.name),
    "patient",
    booking.details.patient,
  );
  return { ...chosen, details: { ...chosen.details, isForOther } };
}

/** The name of the person who is seen, when somebody else books. */
export function otherPatient({ isForOther, patient }: Details): string | undefined {
  return isForOther ? patient.trim() : undefined;
}

/** What the server is asked for. Its `name` is that of the person who is seen. */
export function patientRequest({ name, phone, email, note, isForOther, patient }: Details) {
  return {
    phone,
    ...(isForOther ? { name: patient, broughtBy: name } : { name }),
    ...(email.trim() && { email }),
    ...(note.trim() && { note }),
  };
}

/** The server's sentences at the fields of the form. */
export function atFormFields(failure: BookingFailure, { isForOther }: Details): BookingFailure {
  if (failure.kind !== "invalid" || !isForOther) return failure;
  const { name, broughtBy, ...fields } = failure.fields;
  return {
    kind: "invalid",
    fields: { ...fields, ...(name && { patient: name }), ...(broughtBy && { name: broughtBy }) },
  };
}

/** A service or a time that cannot be booked leads back to its step; the message is shown there. */
function fail(booking: Booking, failure: BookingFailure): Booking {
  const failed: Booking = { ...booking, attempt: { kind: "failed", failure } };
  if (failure.kind !== "invalid") return failed;
  if (failure.fields.service)
    return { ...failed, service: null, date: null, time: null, step: "service" };
  if (failure.fields.time) return { ...failed, date: null, time: null, step: "day" };
  return failed;
}

/** Another appointment is often for the same person, or for another one of the family, whose name has to be entered. */
function restart({ details }: Booking): Booking {
  return { ...newBooking, details: { ...details, note: "", patient: "" } };
}

/** The sentence about one part of the booking. */
export function fieldError(
  { attempt }: Booking,
  field: DetailName | "service" | "time",
): string | undefined {
  return attempt.kind === "failed" && attempt.failure.kind === "invalid"
    ? attempt.failure.fields[field]
    : undefined;
}
