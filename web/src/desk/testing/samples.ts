// Sample data for the desk's tests and examples.
import type { CodeDetails } from "../../generated/CodeDetails";
import type { CodeHolder } from "../../generated/CodeHolder";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import type { DeskChair } from "../../generated/DeskChair";
import type { OpenedAppointment } from "../../generated/OpenedAppointment";
import type { OutboxMessage } from "../../generated/OutboxMessage";
import type { Session } from "../../generated/Session";

export const receptionist: Session = {
  name: "ngozi",
  role: "desk",
  totp: false,
  requiredTwoStep: null,
  mailTransport: "file",
  clinicName: "The Clinic",
  discountPercent: 5,
  failedSignIns: 0,
  endsInSeconds: 28_800,
  contentNotice: null,
  contentProblems: [],
};
export const owner: Session = { ...receptionist, name: "ada", role: "owner" };

export const validCode: CodeDetails = {
  code: "EYE5-ABCD-1234",
  percent: 5,
  state: "valid",
  validUntil: "2027-02-13T10:00:00Z",
  usedAt: null,
  usedBy: null,
  undoUntil: null,
};
export const redeemedCode: CodeDetails = {
  ...validCode,
  state: "used",
  usedAt: "2026-11-15T08:00:00Z",
  usedBy: "ngozi",
  undoUntil: "2026-11-15T08:10:00Z",
};

export const person: CodeHolder = {
  code: "EYE5-ABCD-1234",
  address: "w…@example.org",
  issuedAt: "2026-11-14T07:00:00Z",
  validUntil: "2027-02-13T10:00:00Z",
  state: "valid",
  usedAt: null,
  usedBy: null,
  mail: "failed",
};

export const failedEmail: OutboxMessage = {
  id: "7",
  to: "w…@example.org",
  state: "failed",
  queuedAt: "2026-11-01T07:00:00Z",
  attempts: 23,
  nextAt: null,
  settledAt: "2026-11-04T07:00:00Z",
  reason: "The mailbox is full.",
};

/** So many chairs without names, which take eye exams. */
export const chairs = (count: number): DeskChair[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    name: `Chair ${index + 1}`,
    services: ["eye-exams"],
  }));

export const appointment: DeskAppointment = {
  id: "a1",
  reference: "K7Q-4XM",
  service: "eye-exams",
  title: "Eye exams",
  date: "2026-11-16",
  time: "08:30",
  minutes: 45,
  buffer: 15,
  chair: 1,
  state: "confirmed",
  source: "online",
  name: null,
  broughtBy: null,
  maskedName: "A•••",
  maskedPhone: "+234 803 ••• ••67",
  hasEmail: false,
  hasNote: true,
  bookedAt: "2026-11-14T07:00:00Z",
  expiresAt: null,
  undoUntil: null,
  lastDecision: null,
  emailWaitsUntil: null,
  toldBy: null,
  movedFrom: null,
  series: null,
};

export const openedAppointment: OpenedAppointment = {
  appointment,
  name: "Ada Obi",
  broughtBy: null,
  phone: "+2348031234567",
  email: null,
  note: "By wheelchair",
  cancelReason: null,
  earlier: null,
  recall: null,
  seriesVisits: [],
  toTell: "reminder",
  telling: { isListed: false, others: [], told: null },
  changedAt: "2026-11-14T07:00:00Z",
  message: {
    text: "Hello Ada Obi",
    whatsapp: "https://wa.me/2348031234567?text=Hello%20Ada%20Obi",
    sms: "sms:+2348031234567?body=Hello%20Ada%20Obi",
  },
};
