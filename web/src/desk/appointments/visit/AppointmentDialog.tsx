// One appointment, opened: the patient's name and phone number, and everything staff can do with it. Opening is recorded in
// the audit log and limited.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { AgreedRecall } from "../../../generated/AgreedRecall";
import type { AppointmentState } from "../../../generated/AppointmentState";
import type { CurrentAppointment } from "../../../generated/CurrentAppointment";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { DeskChair } from "../../../generated/DeskChair";
import type { DeskService } from "../../../generated/DeskService";
import type { EarlierWish } from "../../../generated/EarlierWish";
import type { OpenedAppointment } from "../../../generated/OpenedAppointment";
import type { SlotOffer } from "../../../generated/SlotOffer";
import type { Telling } from "../../../generated/Telling";
import type { ToldByStaff } from "../../../generated/ToldByStaff";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import { isNotFound } from "../../api/api-error";
import * as api from "../../api/endpoints";
import {
  closedVisitsQuery,
  currentAppointmentQuery,
  openedAppointmentKey,
  openedAppointmentQuery,
  queryKeys,
} from "../../api/queries";
import { describeSlot, formatWeekday, today } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import { DeskDialog } from "../../components/DeskDialog";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { type ActionResult, useAction } from "../../components/use-action";
import { usePressPause } from "../../components/use-press-pause";
import { DialogLosses } from "../../layout/leaving/dialog-losses";
import { ConfirmationContext } from "../../sign-in/confirm-identity-context";
import { NearestTimes } from "../fields/NearestTimes";
import { describeTelling, toldResult } from "../fields/NoEmail";
import { AppointmentActions, type FormName } from "./AppointmentActions";
import { AppointmentFacts } from "./AppointmentFacts";
import { CancelForm, EarlierForm, MoveForm, RecallForm } from "./AppointmentForms";
import { CorrectForm } from "./CorrectForm";
import { changeSeveral } from "./change-several";
import { NewLinkForm } from "./NewLinkForm";
import { RepeatForm } from "./RepeatForm";
import { TellPatient } from "./TellPatient";
import {
  CLOSED_THEN,
  countVisits,
  describeNewer,
  describeOutcome,
  describeState,
  emailReturnedQuestion,
  STATE_BUTTONS,
  TIME_STAYS,
  undoLabel,
} from "./visit-sentences";

interface AppointmentDialogProps {
  id: string;
  services: readonly DeskService[];
  columns: readonly DeskChair[];
  onClose: () => void;
}

export function AppointmentDialog(props: AppointmentDialogProps): ReactNode {
  const { id, onClose, ...clinic } = props;
  const query = useQuery(openedAppointmentQuery(id, useContext(ConfirmationContext)));
  return (
    <DeskDialog heading="Appointment" open onClose={onClose}>
      <LoadState query={query}>{(opened) => <Opened opened={opened} {...clinic} />}</LoadState>
    </DeskDialog>
  );
}

/** The other visits that the text names. */
const namesOf = ({ others }: Telling) =>
  others.map(({ id, date, time }) => `${id} ${date} ${time}`).join();

const isSameVisit = (now: CurrentAppointment, { appointment, changedAt }: OpenedAppointment) =>
  now.changedAt === changedAt &&
  now.appointment.date === appointment.date &&
  now.appointment.time === appointment.time &&
  now.appointment.state === appointment.state;

/** There is the same to tell: no email was sent since, and no closure was published. */
const isSameText = (now: CurrentAppointment, { toTell, telling }: OpenedAppointment) =>
  now.toTell === toTell && (!now.telling.isListed || namesOf(now.telling) === namesOf(telling));

/** A new object for each opening: a late answer must not close a form that was opened since. */
type Form = { readonly name: FormName };

/** These have the result with their fields. */
const showsResult = (form: Form | null) =>
  form !== null &&
  ["move", "cancel", "cancelLater", "recall", "earlier", "repeat"].includes(form.name);

/** What is asked before it is stored. */
type Asked = AppointmentState | "emailReturned";

interface OpenedProps extends Omit<AppointmentDialogProps, "id" | "onClose"> {
  opened: OpenedAppointment;
}

function Opened({ opened: loaded, services, columns }: OpenedProps): ReactNode {
  const dialog = useContext(DialogLosses);
  const { id } = loaded.appointment;
  const current = useQuery(currentAppointmentQuery(id));
  // After a change, until the visit is loaded again. What was current before says nothing about the visit as it is shown now.
  const [changed, setChanged] = useState({
    loaded,
    opened: loaded,
    isLoadedAgain: true,
    earlier: current.data,
  });
  if (changed.loaded !== loaded) {
    setChanged({ loaded, opened: loaded, isLoadedAgain: true, earlier: current.data });
  }
  const { opened, isLoadedAgain } = changed;
  const setOpened = (next: OpenedAppointment) =>
    setChanged({ loaded, opened: next, isLoadedAgain: false, earlier: current.data });
  const setAppointment = (appointment: DeskAppointment) => setOpened({ ...opened, appointment });
  const { appointment } = opened;
  const { state, hasEmail } = appointment;
  const hasTime = state === "requested" || state === "confirmed";
  /** That the patient has a time to come. */
  const isOpen = hasTime && appointment.date >= today(Date.now());
  const at = `${appointment.date} ${appointment.time}`;
  // A move to an earlier time gives the patient what they wanted, and its undo takes it back.
  const [wantedAt, setWantedAt] = useState(at);
  const earlier = at >= wantedAt ? opened.earlier : null;
  const wish = isOpen ? earlier : null;
  const [form, setForm] = useState<Form | null>(null);
  const { run, busy, isSending, result } = useAction(form);
  // Below the fields of a form, a result that was there before it was opened would look like one of the form.
  const [opening, setOpening] = useState({ form, result });
  if (opening.form !== form) setOpening({ form, result });
  const resultOfForm = result === opening.result ? null : result;
  const queryClient = useQueryClient();
  // Its text and what there is to tell are others after each change, also after one of somebody else.
  const visitKeys = [queryKeys.appointments, openedAppointmentKey(id)];
  const loadAgain = () =>
    void queryClient.invalidateQueries({ queryKey: openedAppointmentKey(id) });
  const now = isLoadedAgain && current.data !== changed.earlier ? (current.data ?? null) : null;
  const compared = busy ? null : now;
  const newer = compared !== null && !isSameVisit(compared, opened) ? compared : null;
  const isOtherText = compared !== null && newer === null && !isSameText(compared, opened);
  useEffect(() => {
    if (!isOtherText) return;
    void queryClient.invalidateQueries({ queryKey: openedAppointmentKey(id) });
  }, [isOtherText, queryClient, id]);
  const isDeleted = isNotFound(current.error);
  const closedDays = useQuery(closedVisitsQuery).data?.days ?? [];
  const isClosedThen = closedDays.some(
    (day) => !day.isWithoutChair && day.visits.some((visit) => visit.appointment.id === id),
  );
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The address from which staff have said here that an email came back. */
  const [returnedFrom, setReturnedFrom] = useState<string | null>(null);
  /** What is said after visits were added or the details corrected, until the next result. */
  const [added, setAdded] = useState<{ readonly message: string; readonly after: unknown }>();
  const telling = now?.telling ?? opened.telling;
  const hasWish = wish !== null;
  const isPaused = usePressPause(
    `${state} ${asked ?? ""} ${telling.isListed} ${hasWish} ${hasEmail}`,
  );
  // The button that was pressed is gone, so the focus moves to what can be pressed next.
  const details = useRef<HTMLDivElement>(null);
  const pressedButton = useRef(0);
  const buttons = () => [...(details.current?.querySelectorAll("button") ?? [])];
  const canUndo = appointment.undoUntil !== null && Date.parse(appointment.undoUntil) > Date.now();
  const shown = useRef({ state, form, asked, canUndo });
  useEffect(() => {
    const before = shown.current;
    const hasChanged =
      before.state !== state ||
      before.form !== form ||
      before.asked !== asked ||
      before.canUndo !== canUndo;
    shown.current = { state, form, asked, canUndo };
    if (hasChanged && form === null) details.current?.querySelector("button")?.focus();
  }, [state, form, asked, canUndo]);
  const isNewer = newer !== null;
  // These buttons go as well. Somebody who is elsewhere by now stays there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with these.
  useEffect(() => {
    if (!isNewer && document.activeElement === document.body) {
      // What has taken its place. Another one might be far away, and the dialog would scroll there.
      (buttons()[pressedButton.current] ?? buttons().at(-1))?.focus();
    }
  }, [isNewer, hasWish, hasEmail, opened.recall?.isEnded]);
  const isRequest = state === "requested" || state === "waiting";
  const canRepeat =
    ["requested", "confirmed", "arrived", "done"].includes(state) &&
    services.some(({ slug }) => slug === appointment.service);

  const changeTo = (next: AppointmentState) =>
    run({
      request: () =>
        next === "confirmed" && isRequest
          ? api.confirmAppointment(appointment)
          : api.changeAppointmentState(appointment, next),
      invalidates: visitKeys,
      onSuccess: (changed) => {
        setAppointment(changed);
        setAsked(null);
      },
      success: (changed) =>
        next === "confirmed"
          ? toldResult(describeState(changed), changed)
          : { tone: "success", message: describeState(changed) },
    });
  /** A visit of another day was probably opened by mistake. */
  const press = (next: AppointmentState) => {
    if (isPaused) return;
    const day = today(Date.now());
    const isComing = next === "arrived" || next === "done";
    // That nobody came is also stored days later, but not before the visit.
    const isMistake = isComing ? appointment.date !== day : appointment.date > day;
    if (next === "confirmed" ? isClosedThen : isMistake) setAsked(next);
    else changeTo(next);
  };
  const undoesTime = state === "cancelled" || appointment.movedFrom !== null;
  const undo = (slot?: SlotOffer) =>
    run({
      request: () => api.undoAppointment(appointment, slot),
      invalidates: [...visitKeys, queryKeys.recalls],
      onSuccess: setAppointment,
      success: (undone) =>
        toldResult(undoesTime ? "Undone. The visit has its time again." : "Undone.", undone),
    });
  const reportReturnedEmail = (address: string) =>
    run({
      request: () => api.reportReturnedAppointmentEmail(id, address),
      invalidates: visitKeys,
      onSuccess: () => {
        setAppointment({ ...appointment, hasEmail: false });
        setReturnedFrom(address);
        setAsked(null);
      },
      success:
        "Stored. Nothing more is emailed to this address. What the patient does not know is in the list “To tell”.",
    });
  /** Saves the details as they are: the address is used again. */
  const undoReturnedEmail = () =>
    run({
      request: () => api.correctAppointment(id, {}),
      invalidates: visitKeys,
      onSuccess: (corrected) => {
        setChanged({ loaded, opened: corrected, isLoadedAgain: true, earlier: current.data });
        setReturnedFrom(null);
      },
      success: ({ telling: { isListed } }) => ({
        tone: "success",
        message: `Undone: the address is used again.${isListed ? " Please still tell the patient: the visit stays in the list “To tell”." : ""}`,
      }),
    });
  const changeRecall = (
    recall: AgreedRecall,
    request: (id: string) => Promise<unknown>,
    isEnded: boolean,
  ) =>
    run({
      request: () => request(recall.id),
      invalidates: [queryKeys.recalls, openedAppointmentKey(id)],
      onSuccess: () => setOpened({ ...opened, recall: { ...recall, isEnded } }),
      success: isEnded
        ? "The patient will not be asked to come back."
        : "Undone: the patient will be asked to come back.",
    });
  const markTold = () =>
    run({
      request: () => api.markTold({ appointment, toTell: opened.toTell, others: telling.others }),
      invalidates: visitKeys,
      onSuccess: () => setOpened(opened),
      success: "The patient was told.",
    });
  const undoTold = ({ toTell, others }: ToldByStaff) =>
    run({
      request: () => api.undoTold({ appointment, toTell, others }),
      invalidates: visitKeys,
      onSuccess: () => setOpened(opened),
      success: "Undone: the patient was not told.",
    });
  const wantEarlier = (wish: EarlierWish | null) =>
    run({
      request: () => api.wantEarlierTime(appointment, wish),
      invalidates: visitKeys,
      onSuccess: () => {
        setOpened({ ...opened, earlier: wish });
        setWantedAt(at);
        closeSent();
      },
      success:
        wish === null
          ? "The patient is not in the list “Earlier times” any more."
          : state === "confirmed"
            ? "The patient is in the list “Earlier times”."
            : "Stored. The patient is in the list “Earlier times” when the visit is confirmed.",
    });
  /** The later visits of the series that can still be cancelled. */
  const later = opened.seriesVisits.filter(
    (visit) =>
      appointment.series !== null &&
      visit.series !== null &&
      visit.series.number > appointment.series.number &&
      ["waiting", "requested", "confirmed"].includes(visit.state),
  );
  /** What was cancelled together, and can be undone. */
  const [cancelled, setCancelled] = useState<readonly DeskAppointment[]>([]);
  /** The answers about visits of the series, this one among them. */
  const setVisits = (changed: readonly DeskAppointment[]) => {
    const next = (visit: DeskAppointment) => changed.find(({ id }) => id === visit.id) ?? visit;
    const seriesVisits = opened.seriesVisits.map(next);
    setOpened({ ...opened, appointment: next(appointment), seriesVisits });
  };
  const cancelLater = (reason: string) =>
    run({
      request: () =>
        changeSeveral([appointment, ...later], (visit) => api.cancelAppointment(visit, reason)),
      invalidates: visitKeys,
      onSuccess: ({ changed }) => {
        setVisits(changed);
        setCancelled(changed);
        closeSent();
      },
      success: (outcome) =>
        describeOutcome(
          outcome,
          `${countVisits(outcome.changed.length)} cancelled. ${outcome.changed[0] ? describeTelling(outcome.changed[0]) : ""}`,
        ),
    });
  const undoLater = () =>
    run({
      request: () => changeSeveral(cancelled, (visit) => api.undoAppointment(visit)),
      invalidates: [...visitKeys, queryKeys.recalls],
      onSuccess: ({ changed }) => {
        setVisits(changed);
        setCancelled([]);
      },
      success: (outcome) =>
        describeOutcome(outcome, `Undone. ${countVisits(outcome.changed.length)} taking place.`),
    });
  /** Closes the form that was sent, and no other one. */
  const closeSent = () => setForm((now) => (now === form ? null : now));
  const finish = (success: (changed: DeskAppointment) => ActionResult) => ({
    invalidates: visitKeys,
    onSuccess: (changed: DeskAppointment) => {
      setAppointment(changed);
      closeSent();
    },
    success,
  });

  const shownResult: ActionResult | null =
    added?.after === result && added ? { tone: "success", message: added.message } : result;

  return (
    <div
      ref={details}
      className={desk.withResult}
      data-has-result={shownResult !== null && !showsResult(form)}
      onClickCapture={({ target }) => {
        const button = target instanceof Element ? target.closest("button") : null;
        if (button) pressedButton.current = buttons().indexOf(button);
      }}
    >
      {(newer || isDeleted) && (
        <div className={desk.section}>
          <Notice tone="alarm" live>
            <p>
              {newer ? describeNewer(newer.appointment, appointment) : "This visit was deleted."}
            </p>
          </Notice>
          {newer && (
            <div className={desk.row}>
              <Button onClick={loadAgain}>Show it as it is now</Button>
            </div>
          )}
        </div>
      )}
      <AppointmentFacts opened={opened} columns={columns} />
      {asked === "emailReturned" && opened.email !== null && (
        <Question
          text={emailReturnedQuestion(opened.email)}
          yes="Yes, it came back"
          busy={busy || isPaused}
          onYes={() => opened.email !== null && reportReturnedEmail(opened.email)}
          onNo={() => setAsked(null)}
        />
      )}
      {asked !== null && asked !== "emailReturned" && (
        <Question
          text={
            asked === "confirmed"
              ? CLOSED_THEN
              : `This visit is on ${formatWeekday(appointment.date)}, not today. Store “${STATE_BUTTONS[asked]}” all the same?`
          }
          yes={`Yes, ${STATE_BUTTONS[asked].toLowerCase()}`}
          busy={busy || isPaused}
          onYes={() => changeTo(asked)}
          onNo={() => setAsked(null)}
        />
      )}
      {form === null && asked === null && (
        <AppointmentActions
          opened={opened}
          wish={wish}
          mayWish={isOpen}
          canRepeat={canRepeat}
          undo={canUndo ? undoLabel(appointment) : null}
          laterVisits={later.length}
          cancelledTogether={cancelled.length}
          busy={busy}
          isPaused={isPaused}
          onState={press}
          onUndo={() => undo()}
          onUndoTogether={undoLater}
          onWish={wantEarlier}
          canUndoEmailReturned={returnedFrom !== null && returnedFrom === opened.email && !hasEmail}
          onEmailReturned={() => setAsked("emailReturned")}
          onUndoEmailReturned={undoReturnedEmail}
          onEndRecall={() =>
            opened.recall &&
            changeRecall(opened.recall, (recall) => api.endRecall(recall, "declined"), true)
          }
          onUndoEndRecall={() =>
            opened.recall && changeRecall(opened.recall, api.undoRecallEnd, false)
          }
          onForm={(name) => setForm({ name })}
        />
      )}
      {form === null && asked === null && !isDeleted && (
        <TellPatient
          opened={opened}
          telling={telling}
          isTrue={isLoadedAgain && newer === null && !isOtherText}
          busy={busy}
          isPaused={isPaused}
          onTold={markTold}
          onUndo={() => telling.told && undoTold(telling.told)}
        />
      )}
      {form?.name === "correct" && appointment.series && (
        <p>Only this visit is corrected. Please correct the other visits of the series too.</p>
      )}
      {form?.name === "correct" && (
        <CorrectForm
          opened={opened}
          services={services}
          onCorrected={(corrected) => {
            setChanged({
              loaded,
              opened: corrected,
              isLoadedAgain: true,
              earlier: current.data,
            });
            setAdded({ message: "The corrections are saved.", after: result });
            setForm(null);
          }}
          onClose={() => setForm(null)}
        />
      )}
      {form?.name === "move" && (
        <MoveForm
          appointment={appointment}
          columns={columns}
          busy={busy}
          isSending={isSending}
          result={resultOfForm}
          onSubmit={(to) =>
            run({
              request: () => api.moveAppointment(appointment, to),
              ...finish(
                hasTime && to.date === appointment.date && to.time === appointment.time
                  ? () => ({ tone: "success", message: `Moved to this chair. ${TIME_STAYS}` })
                  : (moved) => toldResult("Moved.", moved),
              ),
            })
          }
          onClose={() => setForm(null)}
        />
      )}
      {form?.name === "cancel" && (
        <CancelForm
          busy={busy}
          isSending={isSending}
          result={resultOfForm}
          onSubmit={(reason) =>
            run({
              request: () => api.cancelAppointment(appointment, reason),
              ...finish((cancelled) => toldResult("Cancelled.", cancelled)),
            })
          }
          onClose={() => setForm(null)}
        />
      )}
      {form?.name === "cancelLater" && (
        <>
          <p>
            These visits are cancelled:{" "}
            {[appointment, ...later].map((visit) => describeSlot(visit)).join("; ")}
          </p>
          <CancelForm
            submitLabel={`Cancel these ${later.length + 1} visits`}
            closeLabel="Keep the visits"
            busy={busy}
            isSending={isSending}
            result={resultOfForm}
            onSubmit={cancelLater}
            onClose={() => setForm(null)}
          />
        </>
      )}
      {form?.name === "repeat" && (
        <RepeatForm
          appointment={appointment}
          onAdded={(message) => {
            closeSent();
            setAdded({ message, after: result });
            loadAgain();
          }}
          onClose={() => setForm(null)}
        />
      )}
      {form?.name === "earlier" && earlier && (
        <EarlierForm
          wish={earlier}
          busy={busy}
          isSending={isSending}
          result={resultOfForm}
          onSubmit={wantEarlier}
          onClose={() => setForm(null)}
        />
      )}
      {form?.name === "recall" && (
        <RecallForm
          busy={busy}
          isSending={isSending}
          result={resultOfForm}
          onSubmit={(recall) =>
            run({
              request: () => api.addRecall({ appointment: id, ...recall }),
              invalidates: [queryKeys.recalls, openedAppointmentKey(id)],
              onSuccess: closeSent,
              success: "The patient will be asked to come back.",
            })
          }
          onClose={() => setForm(null)}
        />
      )}
      {form?.name === "link" && <NewLinkForm id={id} onClose={() => setForm(null)} />}
      {!showsResult(form) && (
        <div className={desk.result}>
          <ActionNotice result={shownResult} />
        </div>
      )}
      {form === null && undoesTime && <NearestTimes result={result} busy={busy} onChoose={undo} />}
      <div className={desk.row}>
        <Button weight="quiet" onClick={dialog?.close}>
          Back to the plan
        </Button>
      </div>
    </div>
  );
}

interface QuestionProps {
  text: string;
  yes: string;
  busy: boolean;
  onYes: () => void;
  onNo: () => void;
}

function Question({ text, yes, busy, onYes, onNo }: QuestionProps): ReactNode {
  return (
    <div className={desk.section}>
      <p>{text}</p>
      <div className={desk.row}>
        <Button busy={busy} onClick={() => !busy && onYes()}>
          {yes}
        </Button>
        <Button weight="quiet" onClick={onNo}>
          No
        </Button>
      </div>
    </div>
  );
}
