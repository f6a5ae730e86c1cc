// The appointments of a day or a week: finding a patient, requests to confirm, the plan, adding, moving and blocking times, and a list to
// print.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearch } from "wouter";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import type { DeskAppointments } from "../../generated/DeskAppointments";
import type { DeskMoveRequest } from "../../generated/DeskMoveRequest";
import { addDays } from "../../lib/time/clinic-time";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Notice } from "../../ui/notice/Notice";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import * as api from "../api/endpoints";
import { appointmentsQuery, queryKeys } from "../api/queries";
import { formatWeekday, mondayOf, today } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import desk from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { type ActionResult, useAction } from "../components/use-action";
import { useSecondPressGuard } from "../components/use-second-press-guard";
import styles from "./AppointmentsScreen.module.css";
import { AddAppointment, BlockTime } from "./adding/AddAppointment";
import { dayIn } from "./appointment-address";
import { FindPatient } from "./FindPatient";
import { AllTheSame } from "./fields/AllTheSame";
import { NearestTimes } from "./fields/NearestTimes";
import { toldResult } from "./fields/NoEmail";
import { ClosedVisits } from "./lists/ClosedVisits";
import { EarlierTimes } from "./lists/EarlierTimes";
import { RequestList } from "./lists/RequestList";
import { WaitingList } from "./lists/WaitingList";
import { DaySummary } from "./plan/DaySummary";
import { DayTable } from "./plan/DayTable";
import { timeToAdd, visitsOf } from "./plan/day-plan";
import { PrintDay, PrintedDay, usePaper } from "./plan/PrintDay";
import { WeekTable } from "./plan/WeekTable";
import { AppointmentDialog } from "./visit/AppointmentDialog";
import { TIME_STAYS } from "./visit/visit-sentences";
import { WhatWaits } from "./WhatWaits";

type View = "day" | "week";

/** The dialog that is open. */
type Opened =
  | { readonly kind: "appointment"; readonly id: string }
  | { readonly kind: "add"; readonly time: string; readonly chair: number | null }
  | { readonly kind: "block" };

export function AppointmentsScreen(): ReactNode {
  const [view, setView] = useState<View>("day");
  const search = useSearch();
  const [date, setDate] = useState(() => dayIn(search) ?? today(Date.now()));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [done, setDone] = useState<ActionResult | null>(null);
  /** The visit that was dragged last and where to, for what is offered when it cannot go there. */
  const [moving, setMoving] = useState<{
    readonly id: string;
    readonly to: DeskMoveRequest;
  } | null>(null);
  /** The same visit after the move, which can be undone. */
  const [moved, setMoved] = useState<DeskAppointment | null>(null);
  /** The plan in which something was pressed last. */
  const [pressedIn, setPressedIn] = useState<string | null>(null);
  const results = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const guarded = useSecondPressGuard<HTMLDivElement>();
  /** As it was when the drag began: the plan may be loaded again before the drop. */
  const dragged = useRef<DeskAppointment | null>(null);
  /** The visit to which the focus goes when it is in the plan. */
  const sought = useRef<string | null>(null);
  const from = view === "day" ? date : mondayOf(date);
  const query = useQuery(appointmentsQuery(from, view === "day" ? 1 : 7));
  const { run, busy, result } = useAction();
  const lastResult = pressedIn === `${view} ${from}` ? result : null;
  const isOff = query.data?.services.length === 0;
  const step = view === "day" ? 1 : 7;

  const open = (next: Opened | null) => {
    setDone(null);
    setMoved(null);
    setOpened(next);
  };
  const openAppointment = (id: string) => open({ kind: "appointment", id });
  const focusSought = () => {
    const visit = document.querySelector<HTMLElement>(`[data-visit="${sought.current}"]`);
    if (visit && document.activeElement === heading.current) visit.focus();
    if (visit) sought.current = null;
  };
  // The plan is loaded again, with the visit.
  useLayoutEffect(() => {
    if (sought.current !== null) focusSought();
  });
  /** What opened the dialog may be gone, for example because the visit was moved: the focus goes to the visit. */
  const close = (next: { readonly id?: string; readonly message?: string }) => {
    flushSync(() => {
      open(null);
      if (next.message !== undefined) setDone({ tone: "success", message: next.message });
    });
    if (document.activeElement !== document.body) return;
    heading.current?.focus();
    sought.current = next.id ?? null;
    focusSought();
  };
  /** What was said about the last press belongs to the plan that was shown then. */
  const show = (day: string, as: View = view) => {
    setDone(null);
    setMoved(null);
    setPressedIn(null);
    setDate(day);
    setView(as);
  };
  const [paper, setPaper] = usePaper();
  const finish = (message: string, id?: string) => close(id ? { message, id } : { message });
  const shownVisit = (id: string | undefined) =>
    query.data?.appointments.find((visit) => visit.id === id);
  const move = (id: string, to: DeskMoveRequest) => {
    const shown = dragged.current?.id === id ? dragged.current : shownVisit(id);
    dragged.current = null;
    if (!shown) return;
    setDone(null);
    setMoved(null);
    setMoving({ id, to });
    setPressedIn(`${view} ${from}`);
    // Another chair alone concerns nobody but the clinic. An undo would lead back to the time before an earlier move.
    const keepsTime = to.date === shown.date && to.time === shown.time;
    run({
      request: () => api.moveAppointment(shown, to),
      invalidates: [queryKeys.appointments],
      onSuccess: (visit) => setMoved(keepsTime ? null : visit.movedFrom && visit),
      success: (visit) =>
        keepsTime
          ? {
              tone: "success",
              message: `${visit.reference} was moved to this chair. ${TIME_STAYS}`,
            }
          : toldResult(`${visit.reference} was moved.`, visit),
    });
  };
  const undoMove = (visit: DeskAppointment) =>
    run({
      request: () => api.undoAppointment(visit),
      invalidates: [queryKeys.appointments],
      onSuccess: () => {
        setMoved(null);
        // The button that was pressed is gone.
        results.current?.focus();
      },
      success: (undone) => toldResult(`${undone.reference} has its time again.`, undone),
    });
  const unblock = (id: string) => {
    setPressedIn(`${view} ${from}`);
    setDone(null);
    setMoved(null);
    run({
      request: () => api.unblockTime(id),
      invalidates: [queryKeys.appointments],
      success: "The time can be booked again.",
    });
  };

  const lists = (
    <div key="lists" className={styles.lists}>
      <FindPatient onOpen={openAppointment} />
      <RequestList onOpen={openAppointment} />
      <WaitingList onOpen={openAppointment} />
      <EarlierTimes onOpen={openAppointment} />
      <ClosedVisits onOpen={openAppointment} />
    </div>
  );
  const plan = (
    <section
      key="plan"
      className={`${desk.section} ${styles.plan}`}
      aria-labelledby="plan"
      onDragStart={({ target }) => {
        const id = target instanceof HTMLElement ? target.dataset.visit : undefined;
        dragged.current = shownVisit(id) ?? null;
      }}
      onDragEnd={() => {
        dragged.current = null;
      }}
    >
      <h2 id="plan" ref={heading} tabIndex={-1} aria-live="polite">
        {view === "day" ? formatWeekday(date) : `Week from ${formatWeekday(from)}`}
      </h2>
      {isOff && (
        <Notice>
          <p>
            Booking is turned off in the clinic's settings. Appointments that were made before can
            still be moved, cancelled and completed here.
          </p>
        </Notice>
      )}
      <div className={styles.controls}>
        <div className={desk.row}>
          <div className={desk.segmented}>
            <SegmentedControl
              legend="Show"
              value={view}
              options={[
                { value: "day", label: "Day" },
                { value: "week", label: "Week" },
              ]}
              onChange={(next) => show(date, next)}
            />
          </div>
          <Button weight="quiet" onClick={() => show(addDays(date, -step))}>
            Previous<span className="visually-hidden"> {view}</span>
          </Button>
          <Button weight="quiet" onClick={() => show(today(Date.now()))}>
            Today
          </Button>
          <Button weight="quiet" onClick={() => show(addDays(date, step))}>
            Next<span className="visually-hidden"> {view}</span>
          </Button>
          <Field
            label="Go to day"
            type="date"
            value={date}
            onChange={({ target }) => target.value && show(target.value)}
          />
        </div>
        <div className={desk.row}>
          {!isOff && (
            <>
              <Button
                aria-haspopup="dialog"
                icon="calendar"
                onClick={() =>
                  open({ kind: "add", time: timeToAdd(date, Date.now()), chair: null })
                }
              >
                Add appointment
              </Button>
              <Button weight="quiet" aria-haspopup="dialog" onClick={() => open({ kind: "block" })}>
                Block time
              </Button>
            </>
          )}
          {view === "day" && query.data && (
            <PrintDay visits={visitsOf(query.data, date)} onPrint={setPaper} />
          )}
        </div>
      </div>
      <div ref={results} tabIndex={-1} className={desk.section}>
        <ActionNotice result={done ?? lastResult} />
        {moved && (
          <div className={desk.row}>
            <Button weight="quiet" busy={busy} onClick={() => undoMove(moved)}>
              Undo the move<span className="visually-hidden"> of {moved.reference}</span>
            </Button>
          </div>
        )}
        {done === null && moving && (
          <>
            <AllTheSame
              result={lastResult}
              busy={busy}
              onConfirm={(known) => move(moving.id, { ...moving.to, ...known })}
            />
            <NearestTimes
              result={lastResult}
              busy={busy}
              onChoose={(slot) => move(moving.id, slot)}
            />
          </>
        )}
      </div>
      {view === "day" && query.data && (
        <PrintedDay
          visits={visitsOf(query.data, date)}
          blocked={query.data.blocked.filter((block) => block.date === date)}
          columns={query.data.columns}
          paper={paper}
        />
      )}
      <LoadState query={query}>
        {(data) => (
          <>
            {view === "day" ? (
              <>
                {data.days[0] && <DaySummary data={data} day={data.days[0]} />}
                <DayTable
                  data={data}
                  date={date}
                  onOpen={openAppointment}
                  onAdd={(time, chair) => open({ kind: "add", time, chair })}
                  onMove={move}
                  onUnblock={unblock}
                />
              </>
            ) : (
              <WeekTable
                data={data}
                onOpen={openAppointment}
                onShowDay={(day) => show(day, "day")}
                onMove={move}
              />
            )}
            <OpenDialog
              opened={opened}
              data={data}
              date={date}
              finish={finish}
              onClose={() => close(opened?.kind === "appointment" ? { id: opened.id } : {})}
            />
          </>
        )}
      </LoadState>
    </section>
  );

  return (
    <div ref={guarded} className={styles.screen} data-view={view}>
      <h1 tabIndex={-1}>Appointments</h1>
      <WhatWaits />
      {/* A week needs the width, so the lists stand below it instead of beside it. The keys keep what was typed in them. */}
      {view === "day" ? [lists, plan] : [plan, lists]}
    </div>
  );
}

interface OpenDialogProps {
  opened: Opened | null;
  data: DeskAppointments;
  date: string;
  finish: (message: string, id?: string) => void;
  onClose: () => void;
}

function OpenDialog({ opened, data, date, finish, onClose }: OpenDialogProps): ReactNode {
  switch (opened?.kind) {
    case "appointment":
      return (
        <AppointmentDialog
          id={opened.id}
          services={data.services}
          columns={data.columns}
          onClose={onClose}
        />
      );
    case "add":
      return (
        <AddAppointment
          services={data.services}
          columns={data.columns}
          date={date}
          time={opened.time}
          chair={opened.chair}
          onAdded={finish}
          onClose={onClose}
        />
      );
    case "block":
      return <BlockTime columns={data.columns} date={date} onBlocked={finish} onClose={onClose} />;
    default:
      return null;
  }
}
