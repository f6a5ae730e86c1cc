// The visits of a day as a plain list, for paper only. Paper is left on desks: names, numbers and notes are on it only when
// staff ask for them, and are forgotten when it is printed.
import { type ReactNode, useEffect, useState } from "react";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { DeskBlockedTime } from "../../../generated/DeskBlockedTime";
import type { DeskChair } from "../../../generated/DeskChair";
import type { OpenedAppointment } from "../../../generated/OpenedAppointment";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { formatClock } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import { DeskDialog } from "../../components/DeskDialog";
import desk from "../../components/desk.module.css";
import { patientName } from "../../components/patient-name";
import { stateText } from "../../components/StateTag";
import { useAction } from "../../components/use-action";
import styles from "../AppointmentsScreen.module.css";
import { chairName } from "../chair-name";

/** The opened visits by their id: the list may be loaded again before the paper is printed. */
type Opened = ReadonlyMap<string, OpenedAppointment>;

/** What is on the paper: the opened visits, or nothing that names a patient. */
export type Paper = Opened | "masked" | null;

/** The paper, and how to print one. */
export function usePaper(): [Paper, (paper: Paper) => void] {
  const [paper, setPaper] = useState<Paper>(null);
  useEffect(() => {
    if (paper === null) return;
    const forget = () => setPaper(null);
    addEventListener("afterprint", forget);
    print();
    return () => removeEventListener("afterprint", forget);
  }, [paper]);
  return [paper, setPaper];
}

interface PrintDayProps {
  visits: readonly DeskAppointment[];
  onPrint: (paper: Paper) => void;
}

export function PrintDay({ visits, onPrint }: PrintDayProps): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy, result } = useAction();
  const printPaper = (paper: Paper) => {
    setIsAsking(false);
    onPrint(paper);
  };
  const openAll = async () => {
    const opened = new Map<string, OpenedAppointment>();
    // One after the other: each is recorded, and the password may be needed in between.
    for (const { id } of visits) opened.set(id, await api.openAppointment(id));
    return opened;
  };
  return (
    <>
      <Button weight="quiet" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Print the day
      </Button>
      <DeskDialog heading="Print the day" open={isAsking} onClose={() => setIsAsking(false)}>
        <p>
          With names, the paper has phone numbers and notes as well. Keep it with you and destroy it
          in the evening. Every visit on it counts as an opened record.
        </p>
        <ActionNotice result={result} />
        <div className={desk.row}>
          <Button onClick={() => printPaper("masked")}>Print without names</Button>
          <Button
            weight="quiet"
            busy={busy}
            onClick={() => run({ request: openAll, onSuccess: printPaper })}
          >
            Print with names
          </Button>
        </div>
      </DeskDialog>
    </>
  );
}

interface PrintedDayProps {
  blocked: readonly DeskBlockedTime[];
  visits: readonly DeskAppointment[];
  columns: readonly DeskChair[];
  paper: Paper;
}

export function PrintedDay({ visits, blocked, columns, paper }: PrintedDayProps): ReactNode {
  const opened = paper === "masked" ? null : paper;
  const rows = [...visits, ...withSeveralChairs(blocked)].sort((a, b) =>
    startOf(a).localeCompare(startOf(b)),
  );
  return (
    <table className={styles.printed}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Chair</th>
          <th scope="col">Service</th>
          <th scope="col">Patient</th>
          {opened && <th scope="col">Note</th>}
          <th scope="col">State</th>
          <th scope="col">Reference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((visit) =>
          "until" in visit ? (
            <tr key={visit.id}>
              <td className={desk.unbroken}>{formatClock(visit.from)}</td>
              <td>{visit.chairs.map((chair) => chairName(columns, chair)).join(", ")}</td>
              <td colSpan={opened ? 5 : 4}>
                Blocked until <span className={desk.unbroken}>{formatClock(visit.until)}</span>
                {visit.reason && `: ${visit.reason}`}
              </td>
            </tr>
          ) : (
            <tr key={visit.id}>
              <td className={desk.unbroken}>{formatClock(visit.time)}</td>
              <td>{chairName(columns, visit.chair)}</td>
              <td>{visit.title}</td>
              <td>
                {patientName(opened?.get(visit.id) ?? { ...visit, name: null })}{" "}
                {opened?.get(visit.id)?.phone ?? visit.maskedPhone}
              </td>
              {opened && <td>{opened.get(visit.id)?.note}</td>}
              <td>{stateText(visit.state)}</td>
              <td className={desk.unbroken}>{visit.reference}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

type BlockedChairs = DeskBlockedTime & { readonly chairs: readonly number[] };

const startOf = (row: DeskAppointment | BlockedChairs) => ("until" in row ? row.from : row.time);

/** A time that is blocked for all chairs is one for each. On paper it is one line. */
function withSeveralChairs(blocked: readonly DeskBlockedTime[]): BlockedChairs[] {
  const groups = new Map<string, BlockedChairs>();
  for (const block of [...blocked].sort((a, b) => a.chair - b.chair)) {
    const key = `${block.from} ${block.until} ${block.reason}`;
    const group = groups.get(key) ?? { ...block, chairs: [] };
    groups.set(key, { ...group, chairs: [...group.chairs, block.chair] });
  }
  return [...groups.values()];
}
