// The visits of a day as a plain list, for paper only. Names and numbers stay masked, also on days on which
// the screen shows names: paper is left on desks.
import type { ReactNode } from "react";
import type { DeskAppointments } from "../../generated/DeskAppointments";
import { formatClock } from "../clinic-time";
import styles from "./AppointmentsScreen.module.css";
import { visitsOf } from "./day-plan";

export function PrintedDay({ data, date }: { data: DeskAppointments; date: string }): ReactNode {
  const visits = visitsOf(data, date);
  return (
    <table className={styles.printed}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Chair</th>
          <th scope="col">Service</th>
          <th scope="col">Patient</th>
          <th scope="col">Reference</th>
        </tr>
      </thead>
      <tbody>
        {visits.map((visit) => (
          <tr key={visit.id}>
            <td>{formatClock(visit.time)}</td>
            <td>{visit.chair}</td>
            <td>{visit.title}</td>
            <td>
              {visit.maskedName} {visit.maskedPhone}
            </td>
            <td>{visit.reference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
