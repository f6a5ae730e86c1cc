// Says how many patients of several visits an email tells, and how many staff have to call.
import type { DeskAppointment } from "../../../generated/DeskAppointment";

const listed = (them: string) => `${them} in the list “To tell” under Reminders.`;

/** "2 of 3 patients get an email; please call 1, who is in the list “To tell” under Reminders." */
function whoIsTold(emails: number, calls: number): string {
  const patients = emails + calls;
  if (patients === 0) return "";
  if (calls === 0) {
    return emails === 1 ? "1 patient gets an email." : `${emails} patients get an email.`;
  }
  if (emails === 0) {
    return calls === 1
      ? `No email reaches the patient: please call. ${listed("The patient is")}`
      : `No email reaches the ${calls} patients: please call. ${listed("They are")}`;
  }
  const get = emails === 1 ? "gets" : "get";
  const call = calls === 1 ? "1, who is" : `${calls}, who are`;
  return `${emails} of ${patients} patients ${get} an email; please call ${listed(call)}`;
}

/** Before a press. */
export function describeBefore(visits: readonly DeskAppointment[]): string {
  const emails = visits.filter(({ hasEmail }) => hasEmail).length;
  return whoIsTold(emails, visits.length - emails);
}

/** After a press. */
export function describeAfter(changed: readonly DeskAppointment[]): string {
  const toldBy = (who: DeskAppointment["toldBy"]) =>
    changed.filter((visit) => visit.toldBy === who).length;
  return whoIsTold(toldBy("email"), toldBy("staff"));
}
