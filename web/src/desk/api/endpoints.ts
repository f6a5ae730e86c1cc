// The calls of the desk API, one function each.

import type { AddAppointmentRequest } from "../../generated/AddAppointmentRequest";
import type { AddEarlierPatientRequest } from "../../generated/AddEarlierPatientRequest";
import type { AddedSeries } from "../../generated/AddedSeries";
import type { AddNoteRequest } from "../../generated/AddNoteRequest";
import type { AddRecallRequest } from "../../generated/AddRecallRequest";
import type { AddressLookup } from "../../generated/AddressLookup";
import type { AddSeriesRequest } from "../../generated/AddSeriesRequest";
import type { AppointmentList } from "../../generated/AppointmentList";
import type { AppointmentStateRequest } from "../../generated/AppointmentStateRequest";
import type { AuditEntry } from "../../generated/AuditEntry";
import type { AuditLog } from "../../generated/AuditLog";
import type { BlockTimeRequest } from "../../generated/BlockTimeRequest";
import type { CancelAppointmentRequest } from "../../generated/CancelAppointmentRequest";
import type { ChangeAddressRequest } from "../../generated/ChangeAddressRequest";
import type { ChangePasswordRequest } from "../../generated/ChangePasswordRequest";
import type { ChangeRoleRequest } from "../../generated/ChangeRoleRequest";
import type { CheckedTimes } from "../../generated/CheckedTimes";
import type { CheckTimesRequest } from "../../generated/CheckTimesRequest";
import type { ChoosePuzzlesRequest } from "../../generated/ChoosePuzzlesRequest";
import type { ChosenPeopleRequest } from "../../generated/ChosenPeopleRequest";
import type { ClosedVisitRequest } from "../../generated/ClosedVisitRequest";
import type { ClosedVisits } from "../../generated/ClosedVisits";
import type { CodeDetails } from "../../generated/CodeDetails";
import type { CodeHolder } from "../../generated/CodeHolder";
import type { CodeHolders } from "../../generated/CodeHolders";
import type { ConfirmAppointmentRequest } from "../../generated/ConfirmAppointmentRequest";
import type { ConfirmClockRequest } from "../../generated/ConfirmClockRequest";
import type { ConfirmIdentityRequest } from "../../generated/ConfirmIdentityRequest";
import type { ContentChecks } from "../../generated/ContentChecks";
import type { ContentDocument } from "../../generated/ContentDocument";
import type { ContentHistory } from "../../generated/ContentHistory";
import type { ContentInstances } from "../../generated/ContentInstances";
import type { ContentList } from "../../generated/ContentList";
import type { ContentNote } from "../../generated/ContentNote";
import type { CorrectAddressRequest } from "../../generated/CorrectAddressRequest";
import type { CorrectAppointmentRequest } from "../../generated/CorrectAppointmentRequest";
import type { CreateOwnerRequest } from "../../generated/CreateOwnerRequest";
import type { CurrentAppointment } from "../../generated/CurrentAppointment";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import type { DeskAppointments } from "../../generated/DeskAppointments";
import type { DeskMoveRequest } from "../../generated/DeskMoveRequest";
import type { DocumentNotes } from "../../generated/DocumentNotes";
import type { DueRecall } from "../../generated/DueRecall";
import type { DueRecalls } from "../../generated/DueRecalls";
import type { EarlierAnswer } from "../../generated/EarlierAnswer";
import type { EarlierAnswerRequest } from "../../generated/EarlierAnswerRequest";
import type { EarlierPictures } from "../../generated/EarlierPictures";
import type { EarlierTimes } from "../../generated/EarlierTimes";
import type { EarlierWish } from "../../generated/EarlierWish";
import type { EmailState } from "../../generated/EmailState";
import type { EndRecallRequest } from "../../generated/EndRecallRequest";
import type { FindCodeHoldersRequest } from "../../generated/FindCodeHoldersRequest";
import type { FindStoredDataRequest } from "../../generated/FindStoredDataRequest";
import type { FoundDocuments } from "../../generated/FoundDocuments";
import type { FoundPassage } from "../../generated/FoundPassage";
import type { FoundPatients } from "../../generated/FoundPatients";
import type { Framing } from "../../generated/Framing";
import type { FramingRequest } from "../../generated/FramingRequest";
import type { FreeTimes } from "../../generated/FreeTimes";
import type { FullAddress } from "../../generated/FullAddress";
import type { Health } from "../../generated/Health";
import type { InvitationEmail } from "../../generated/InvitationEmail";
import type { InviteStaffRequest } from "../../generated/InviteStaffRequest";
import type { OfferedTime } from "../../generated/OfferedTime";
import type { OneTimeLink } from "../../generated/OneTimeLink";
import type { OpenByOthers } from "../../generated/OpenByOthers";
import type { OpenDocumentRequest } from "../../generated/OpenDocumentRequest";
import type { OpenedAppointment } from "../../generated/OpenedAppointment";
import type { OpenedEarlierTime } from "../../generated/OpenedEarlierTime";
import type { OpenedLink } from "../../generated/OpenedLink";
import type { OpenedRecall } from "../../generated/OpenedRecall";
import type { OpenNotes } from "../../generated/OpenNotes";
import type { OutboxMessage } from "../../generated/OutboxMessage";
import type { OutboxMessages } from "../../generated/OutboxMessages";
import type { OwnSessions } from "../../generated/OwnSessions";
import type { PatientsToTell } from "../../generated/PatientsToTell";
import type { PatientToTell } from "../../generated/PatientToTell";
import type { PictureSummary } from "../../generated/PictureSummary";
import type { Pictures } from "../../generated/Pictures";
import type { PinPuzzlesRequest } from "../../generated/PinPuzzlesRequest";
import type { PreviewRequest } from "../../generated/PreviewRequest";
import type { PublishedDocuments } from "../../generated/PublishedDocuments";
import type { PublishedRevision } from "../../generated/PublishedRevision";
import type { PuzzleChoice } from "../../generated/PuzzleChoice";
import type { PuzzleMonths } from "../../generated/PuzzleMonths";
import type { RecallListName } from "../../generated/RecallListName";
import type { RecallStatistics } from "../../generated/RecallStatistics";
import type { RecentDocuments } from "../../generated/RecentDocuments";
import type { RecordLimitNotices } from "../../generated/RecordLimitNotices";
import type { RecoveryCodes } from "../../generated/RecoveryCodes";
import type { RemovalRequest } from "../../generated/RemovalRequest";
import type { RemovedContent } from "../../generated/RemovedContent";
import type { RepeatVisitRequest } from "../../generated/RepeatVisitRequest";
import type { ResetPasswordRequest } from "../../generated/ResetPasswordRequest";
import type { ResetPasswordResult } from "../../generated/ResetPasswordResult";
import type { RestoreDocumentRequest } from "../../generated/RestoreDocumentRequest";
import type { ReturnedEmailRequest } from "../../generated/ReturnedEmailRequest";
import type { RevisionChanges } from "../../generated/RevisionChanges";
import type { SaveDraftRequest } from "../../generated/SaveDraftRequest";
import type { SavedDraft } from "../../generated/SavedDraft";
import type { SearchContentRequest } from "../../generated/SearchContentRequest";
import type { SendInvitationRequest } from "../../generated/SendInvitationRequest";
import type { SentLink } from "../../generated/SentLink";
import type { Session } from "../../generated/Session";
import type { SignInRequest } from "../../generated/SignInRequest";
import type { SlotOffer } from "../../generated/SlotOffer";
import type { StaffAccounts } from "../../generated/StaffAccounts";
import type { Statistics } from "../../generated/Statistics";
import type { StoredPeople } from "../../generated/StoredPeople";
import type { TestEmailResult } from "../../generated/TestEmailResult";
import type { ToldRequest } from "../../generated/ToldRequest";
import type { TotpChangeRequest } from "../../generated/TotpChangeRequest";
import type { TotpSetup } from "../../generated/TotpSetup";
import type { TwoStepRoleRequest } from "../../generated/TwoStepRoleRequest";
import type { UndoRequest } from "../../generated/UndoRequest";
import type { VisitStatistics } from "../../generated/VisitStatistics";
import type { WaitingCounts } from "../../generated/WaitingCounts";
import type { WaitingRequests } from "../../generated/WaitingRequests";
import type { WantEarlierTimeRequest } from "../../generated/WantEarlierTimeRequest";
import {
  API_ROOT,
  download,
  get,
  post,
  postForPage,
  postLast,
  postPublication,
  put,
  remove,
  upload,
} from "./request";

export const signIn = (login: SignInRequest) => post<Session>("login", login);
/** Allows dangerous calls for the next five minutes. */
export const confirmIdentity = (proof: ConfirmIdentityRequest) => post("me/confirm", proof);
export const signOut = () => post("logout");
export const signOutEverywhere = () => post("logout-everywhere");
type ShownVisit = Pick<DeskAppointment, "id" | "date" | "time">;

/** Null when nobody is signed in. */
export const getMe = async () => (await get<Session | "">("me")) || null;
export const listSessions = async () => (await get<OwnSessions>("me/sessions")).sessions;
export const signOutSession = (id: string) =>
  post(`me/sessions/${encodeURIComponent(id)}/sign-out`);
export const dismissFailedSignIns = () => post("me/failed-sign-ins/dismiss");

// Codes and addresses are in request bodies, because proxies write URLs to their logs.
export const lookUpCode = (code: string) => post<CodeDetails>("codes/look-up", { code });
export const redeemCode = (code: string) => post<CodeDetails>("codes/redeem", { code });
export const undoRedemption = (code: string) => post<CodeDetails>("codes/undo", { code });

export const lookUpAddress = (address: string) =>
  post<AddressLookup>("addresses/look-up", { address });
export const resendToAddress = (address: string) => post("addresses/resend", { address });
export const correctAddress = (correction: CorrectAddressRequest) =>
  post<CodeHolder>("addresses/correct", correction);

export const findCodeHolders = (search: FindCodeHoldersRequest) =>
  post<CodeHolders>("people/find", search);
export const openAddress = (code: string) => post<FullAddress>("people/open", { code });
export const resendCode = (code: string) => post("people/resend", { code });
export const extendCode = (code: string, days: number) =>
  post<CodeHolder>("people/extend", { code, days });
export const cancelCode = (code: string) => post<CodeHolder>("people/cancel", { code });
export const findStoredData = (query: string) =>
  post<StoredPeople>("people/stored", { query } satisfies FindStoredDataRequest);
export const erasePerson = (chosen: ChosenPeopleRequest) => post("people/erase", chosen);
export const exportPerson = (chosen: ChosenPeopleRequest) =>
  post<Record<string, unknown>>("people/export", chosen);
export const downloadClaims = () => download("claims.csv");

export const getStats = (from: string, to: string) =>
  get<Statistics>(`stats?from=${from}&to=${to}`);
export const statsCsvUrl = (from: string, to: string) =>
  `${API_ROOT}stats.csv?from=${from}&to=${to}`;

export const listEmails = (state: EmailState) => get<OutboxMessages>(`mail?state=${state}`);
export const retryEmail = (id: OutboxMessage["id"]) => post(`mail/${id}/retry`);
export const discardEmail = (id: OutboxMessage["id"]) => post(`mail/${id}/discard`);
export const readEmail = (id: OutboxMessage["id"]) => get<string>(`mail/${id}/message`);
export const sendTestEmail = (to: string) => post<TestEmailResult>("mail/test", { to });

export const listAppointments = (from: string, days: number) =>
  get<DeskAppointments>(`appointments?from=${from}&days=${days}`);
export const getHealth = () => get<Health>("health");
export const confirmClock = (request: ConfirmClockRequest) => post<Health>("health/clock", request);
export const releaseMail = () => post<Health>("health/mail");
export const countWaiting = () => get<WaitingCounts>("appointments/waiting");
export const listRequests = () => get<AppointmentList>("appointments/requests");
/** The page after the first `offset` requests without a time. */
export const listWaitingRequests = (offset: number) =>
  get<WaitingRequests>(`appointments/waiting-requests?offset=${offset}`);
/** The page after the first `offset` patients. */
export const listToTell = (offset: number) =>
  get<PatientsToTell>(`appointments/to-tell?offset=${offset}`);
/** By a whole phone number, a whole reference, or first name and surname. Recorded and limited. */
export const findPatient = (query: string) => post<FoundPatients>("patients/find", { query });
/** Who reached a limit of patients' records. For owners. */
export const listRecordLimits = async () =>
  (await get<RecordLimitNotices>("record-limits")).notices;
export const dismissRecordLimits = (until: string) => post("record-limits/dismiss", { until });
/** Recorded in the audit log, and limited. */
export const getAppointment = (id: string) =>
  get<CurrentAppointment>(`appointments/${encodeURIComponent(id)}`);
export const openAppointment = (id: string) =>
  post<OpenedAppointment>(`appointments/${encodeURIComponent(id)}/open`);
/** With the same key, the same request again is the same appointment. */
export const addAppointment = (appointment: AddAppointmentRequest, key: string) =>
  post<OpenedAppointment>("appointments", appointment, { "Idempotency-Key": key });
/** Stores nothing. */
export const checkVisitTimes = (times: CheckTimesRequest) =>
  post<CheckedTimes>("appointments/check-times", times);
/** All of the visits or none. With the same key, the same request again adds nothing. */
export const addSeries = (series: AddSeriesRequest, key: string) =>
  post<AddedSeries>("appointments/series", series, { "Idempotency-Key": key });
export const repeatAppointment = (id: string, visits: RepeatVisitRequest, key: string) =>
  post<AddedSeries>(`appointments/${encodeURIComponent(id)}/repeat`, visits, {
    "Idempotency-Key": key,
  });
/** With the time that is shown, here and in the next ones: a visit that was moved meanwhile is not changed. */
export const confirmAppointment = ({ id, date, time }: ShownVisit) => {
  const seen: ConfirmAppointmentRequest = { date, time };
  return post<DeskAppointment>(`appointments/${encodeURIComponent(id)}/confirm`, seen);
};
export const changeAppointmentState = (
  { id, date, time }: ShownVisit,
  state: AppointmentStateRequest["state"],
) => {
  const change: AppointmentStateRequest = { state, date, time };
  return post<DeskAppointment>(`appointments/${encodeURIComponent(id)}/state`, change);
};
export const moveAppointment = ({ id, date, time }: ShownVisit, to: DeskMoveRequest) => {
  const move: DeskMoveRequest = { ...to, seenDate: date, seenTime: time };
  return post<DeskAppointment>(`appointments/${encodeURIComponent(id)}/move`, move);
};
export const cancelAppointment = ({ id, date, time }: ShownVisit, reason: string) => {
  const cancellation: CancelAppointmentRequest = { reason, date, time };
  return post<DeskAppointment>(`appointments/${encodeURIComponent(id)}/cancel`, cancellation);
};
/** Counts as opening it. */
export const correctAppointment = (id: string, details: CorrectAppointmentRequest) =>
  post<OpenedAppointment>(`appointments/${encodeURIComponent(id)}/details`, details);
/** Undoes the press that led to what is shown. A cancelled or moved visit whose time is taken can have another one. */
export const undoAppointment = (
  { id, date, time, state, undoUntil }: ShownVisit & Pick<DeskAppointment, "state" | "undoUntil">,
  slot?: SlotOffer,
) => {
  const press = undoUntil && { undoUntil };
  const undo: UndoRequest = { state, seenDate: date, seenTime: time, ...press, ...slot };
  return post<DeskAppointment>(`appointments/${encodeURIComponent(id)}/undo`, undo);
};
/** Visits at times at which the clinic is closed. */
export const listClosedVisits = () => get<ClosedVisits>("appointments/closed");
export const tellClosed = ({ id, date, time }: ShownVisit) => {
  const seen: ClosedVisitRequest = { date, time };
  return post<DeskAppointment>(`appointments/${encodeURIComponent(id)}/closed/tell`, seen);
};
export const keepClosed = ({ id, date, time }: ShownVisit) => {
  const seen: ClosedVisitRequest = { date, time };
  return post<DeskAppointment>(`appointments/${encodeURIComponent(id)}/closed/keep`, seen);
};
/** The free times closest to a visit. */
export const listFreeTimes = (id: string) =>
  get<FreeTimes>(`appointments/${encodeURIComponent(id)}/free-times`);
/** Patients who want an earlier time, with the free time that can be offered to each. */
export const listEarlierTimes = () => get<EarlierTimes>("earlier-times");
/** With the same key, the same request again adds nobody. */
export const addEarlierPatient = (patient: AddEarlierPatientRequest, key: string) =>
  post("earlier-times", patient, { "Idempotency-Key": key });
/** Null when the patient does not want an earlier time any more. */
export const wantEarlierTime = ({ id, date, time }: ShownVisit, wish: EarlierWish | null) => {
  const { from, part } = wish ?? { from: null, part: null };
  const wanted = { wanted: wish !== null, ...(from && { from }), ...(part && { part }) };
  const request: WantEarlierTimeRequest = { ...wanted, date, time };
  return post(`appointments/${encodeURIComponent(id)}/earlier`, request);
};
/** Recorded in the audit log, and limited. */
export const openEarlierTime = (id: string, { date, time }: SlotOffer) => {
  const offered: OfferedTime = { date, time };
  return post<OpenedEarlierTime>(`earlier-times/${encodeURIComponent(id)}/open`, offered);
};
export const answerEarlierTime = (id: string, answer: EarlierAnswer, date: string) => {
  const request: EarlierAnswerRequest = { answer, date };
  return post(`earlier-times/${encodeURIComponent(id)}/answer`, request);
};
export const undoEarlierAnswer = (id: string, answer: EarlierAnswer, date: string) => {
  const request: EarlierAnswerRequest = { answer, date };
  return post(`earlier-times/${encodeURIComponent(id)}/answer/undo`, request);
};
/** Adds the visit of a patient without one. With the same key, the same request again is the same visit. */
export const bookEarlierTime = (id: string, { date, time }: SlotOffer, key: string) => {
  const offered: OfferedTime = { date, time };
  return post<DeskAppointment>(`earlier-times/${encodeURIComponent(id)}/book`, offered, {
    "Idempotency-Key": key,
  });
};
export const sendAppointmentLink = (id: string) =>
  post<SentLink>(`appointments/${encodeURIComponent(id)}/link`);
/** With what is shown: the patient was told nothing else. */
type ToldVisit = Omit<PatientToTell, "appointment" | "emailFailed"> & {
  readonly appointment: ShownVisit;
  readonly emailFailed?: boolean;
};
export const markTold = ({ appointment: { id, date, time }, toTell, others }: ToldVisit) => {
  const told: ToldRequest = { toTell, date, time, ...(others.length > 0 && { others }) };
  return post(`appointments/${encodeURIComponent(id)}/told`, told);
};
export const undoTold = ({ appointment: { id, date, time }, toTell, others }: ToldVisit) => {
  const told: ToldRequest = { toTell, date, time, ...(others.length > 0 && { others }) };
  return post(`appointments/${encodeURIComponent(id)}/told/undo`, told);
};
export const reportReturnedAppointmentEmail = (id: string, email: string) => {
  const returned: ReturnedEmailRequest = { email };
  return post(`appointments/${encodeURIComponent(id)}/email-returned`, returned);
};
export const blockTime = (block: BlockTimeRequest) => post("blocked-times", block);
export const unblockTime = (id: string) => post(`blocked-times/${encodeURIComponent(id)}/remove`);

/** Those who were told within a day. */
export const listTold = () => get<PatientToTell[]>("appointments/told");
export const addRecall = (recall: AddRecallRequest) => post("recalls", recall);
export const getVisitStatistics = (from: string, to: string) =>
  get<VisitStatistics>(`appointments/statistics?from=${from}&to=${to}`);
export const visitsCsvUrl = (from: string, to: string) =>
  `${API_ROOT}appointments/statistics.csv?from=${from}&to=${to}`;
export const getRecallStatistics = (from: string, to: string) =>
  get<RecallStatistics>(`recalls/statistics?from=${from}&to=${to}`);
/** The first page of a list, or the one after a recall. */
export const listRecalls = (list: RecallListName, after: Pick<DueRecall, "due" | "id"> | null) => {
  const position = after && { afterDue: after.due, afterId: after.id };
  return get<DueRecalls>(`recalls?${new URLSearchParams({ list, ...position })}`);
};
/** Recorded in the audit log. */
export const openRecall = (id: string) =>
  post<OpenedRecall>(`recalls/${encodeURIComponent(id)}/open`);
export const markRecallAsked = (id: string) => post(`recalls/${encodeURIComponent(id)}/asked`);
export const undoRecallAsked = (id: string) => post(`recalls/${encodeURIComponent(id)}/asked/undo`);
export const undoRecallEnd = (id: string) => post(`recalls/${encodeURIComponent(id)}/end/undo`);
export const reportReturnedRecallEmail = (id: string) =>
  post(`recalls/${encodeURIComponent(id)}/email-returned`);
export const endRecall = (id: string, outcome: EndRecallRequest["outcome"]) =>
  post(`recalls/${encodeURIComponent(id)}/end`, { outcome });

export const listPuzzles = () => get<PuzzleMonths>("puzzles");
export const choosePuzzles = (choice: ChoosePuzzlesRequest) =>
  post<PuzzleMonths>("puzzles/choose", choice);
/** Null: each month shows its own set again. */
export const pinPuzzles = (set: PuzzleChoice | null) =>
  post<PuzzleMonths>("puzzles/pin", { set } satisfies PinPuzzlesRequest);

export const listStaff = () => get<StaffAccounts>("staff");
export const inviteStaff = (colleague: InviteStaffRequest) => post<OneTimeLink>("staff", colleague);
export const sendInvitation = (name: string, email: SendInvitationRequest) =>
  post<InvitationEmail>(`staff/${encodeURIComponent(name)}/send-invitation`, email);
export const cancelInvitation = (name: string) =>
  post(`staff/${encodeURIComponent(name)}/cancel-invitation`);
export const changeRole = (name: string, role: ChangeRoleRequest["role"]) =>
  post(`staff/${encodeURIComponent(name)}/role`, { role });
export const requireTwoStep = (rule: TwoStepRoleRequest) => post("staff-settings/two-step", rule);
export const disableStaff = (name: string) => post(`staff/${encodeURIComponent(name)}/disable`);
export const enableStaff = (name: string) => post(`staff/${encodeURIComponent(name)}/enable`);

export const offerPasswordReset = (name: string) =>
  post<OneTimeLink>(`staff/${encodeURIComponent(name)}/reset-password`);
export const openLink = (token: string) => post<OpenedLink>("reset-password/open", { token });
export const resetPassword = (reset: ResetPasswordRequest) =>
  post<ResetPasswordResult>("reset-password", reset);

/** Fails when the set-up link cannot be used. */
export const openSetupLink = async (token: string) => {
  await post("setup/open", { token });
  return true;
};
export const createOwner = (owner: CreateOwnerRequest) => post<ResetPasswordResult>("setup", owner);

export const changePassword = (passwords: ChangePasswordRequest) => post("me/password", passwords);
export const beginTotp = (proof: TotpChangeRequest) => post<TotpSetup>("me/totp/begin", proof);
export const confirmTotp = (code: string) => post<RecoveryCodes>("me/totp/confirm", { code });
export const turnTotpOff = (proof: TotpChangeRequest) => post("me/totp/off", proof);

/** The latest entries, or those after an entry. */
export const getAudit = (after: AuditEntry | null) =>
  get<AuditLog>(
    after ? `audit?${new URLSearchParams({ afterAt: after.at, afterId: after.id })}` : "audit",
  );

const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/");
const contentPath = (path: string) => `content/${encodePath(path)}`;

export const listDrafts = () => get<ContentList>("content/drafts");
/** `name` is `published` of the answer above. */
export const listPublishedContent = (name: string) =>
  get<PublishedDocuments>(`content/published/${name}`);
/** In the body: staff may search for a name, and addresses are written to logs. */
export const searchContent = (words: string) =>
  post<FoundDocuments>("content/search", { words } satisfies SearchContentRequest);
export const getDocument = (path: string) => get<ContentDocument>(contentPath(path));
export const saveDraft = (path: string, draft: SaveDraftRequest, version: string) =>
  put<SavedDraft>(contentPath(path), draft, version);
export const discardDraft = (path: string, version: string) =>
  post<SavedDraft>("content/discard", { path, version });
/** The document stays on the site until the deletion is published. */
export const deleteDocument = (path: string, version: string) =>
  remove<SavedDraft>(contentPath(path), version);
/** Refused when one of these drafts was saved again since. */
export const publishContent = (note: string, drafts: ContentChecks["drafts"]) =>
  postPublication<PublishedRevision>("content/publish", { note, drafts });
export const restoreRevision = (revision: number, published: number) =>
  postPublication<PublishedRevision>("content/restore", { revision, published });
/** Makes an earlier text or picture the draft of a document. */
export const restoreDocument = (wanted: RestoreDocumentRequest) =>
  post<SavedDraft>("content/restore-document", wanted);
/** With its redirect, the links to it and the notes: all of it or nothing. */
export const changeAddress = (wanted: ChangeAddressRequest) =>
  post("content/change-address", wanted);
/** Of one document, or of the site. */
export const getHistory = (path: string | null, below: number | null) => {
  const wanted = new URLSearchParams();
  if (path !== null) wanted.set("path", path);
  if (below !== null) wanted.set("below", `${below}`);
  return get<ContentHistory>(wanted.size === 0 ? "content/history" : `content/history?${wanted}`);
};
export const getRevision = (revision: number) =>
  get<RevisionChanges>(`content/history/${revision}`);
/** What the signed-in person has published. */
export const listRecentDocuments = () => get<RecentDocuments>("content/recent");
/** The instances of the site that do not show what is published. */
export const listInstancesNotShowing = () => get<ContentInstances>("content/instances");
export const listOpenNotes = () => get<OpenNotes>("content/notes");
export const listDocumentNotes = (path: string) =>
  get<DocumentNotes>(`content/document-notes?${new URLSearchParams({ path })}`);
/** The same key with the same words is the same note. */
export const addNote = (note: AddNoteRequest, key: string) =>
  post<ContentNote>("content/notes", note, { "Idempotency-Key": key });
export const resolveNote = (id: string) =>
  post<ContentNote>(`content/notes/${encodeURIComponent(id)}/resolve`);
export const reopenNote = (id: string) =>
  post<ContentNote>(`content/notes/${encodeURIComponent(id)}/reopen`);
/** The notes follow a document to another address. */
/** Says that a document is on the screen. Who else has it open now. */
export const keepDocumentOpen = (open: OpenDocumentRequest) =>
  post<OpenByOthers>("content/open-documents", open);
export const leaveDocument = (open: OpenDocumentRequest) =>
  postLast("content/open-documents/leave", open);
/** Where a passage stands. */
export const findPassage = (passage: string) =>
  post<FoundPassage>("content/removals/find", { passage });
export const removeContent = (removed: RemovalRequest) =>
  postPublication<RemovedContent>("content/removals", removed);
export const listEarlierPictures = () => get<EarlierPictures>("content/removals/pictures");
export const earlierPictureUrl = (hash: string) => `${API_ROOT}content/removals/pictures/${hash}`;
/** A page with a text that is not saved yet, and all saved drafts. */
export const previewPage = (wanted: PreviewRequest) => postForPage("content/preview", wanted);
/** The page with all saved drafts. */
export const previewUrl = (page: string) =>
  `${API_ROOT}content/preview?${new URLSearchParams({ page })}`;
/** What has to be corrected and what could be better before these drafts are published: null for one's own. */
export const checkContent = (documents: readonly string[] | null) =>
  post<ContentChecks>("content/checks", { documents });

export const listPictures = async () => (await get<Pictures>("pictures")).pictures;
/** The bytes of a picture, also of one that is not published yet. Another version is another address. */
export const pictureUrl = (path: string, version = "") =>
  `${API_ROOT}pictures/${encodePath(path)}${version && `?${new URLSearchParams({ version })}`}`;

/** The picture as a revision had it. */
export const pictureOfRevision = (path: string, revision: number) =>
  `${API_ROOT}pictures/${encodePath(path)}?revision=${revision}`;

interface PictureUpload {
  file: File | null;
  description: string;
  onProgress: (sent: number) => void;
}

export const uploadPicture = ({ onProgress, ...fields }: PictureUpload) =>
  upload<PictureSummary>({
    method: "POST",
    path: "pictures",
    form: pictureForm(fields),
    onProgress,
  });
/** The picture that somebody changes, as it was on the screen. */
export type SeenPicture = Pick<
  PictureSummary,
  "path" | "version" | "description" | "descriptionVersion"
>;

/** Without a file only the description changes. */
export const replacePicture = (
  { path, version, descriptionVersion }: SeenPicture,
  { onProgress, ...fields }: PictureUpload,
) => {
  const form = pictureForm(fields);
  form.append("descriptionVersion", descriptionVersion);
  return upload<PictureSummary>({
    method: "PUT",
    path: `pictures/${encodePath(path)}`,
    form,
    version,
    onProgress,
  });
};

/** Which part of a picture is shown. The file stays as it is. */
export const framePicture = (
  { path, version, descriptionVersion }: Omit<SeenPicture, "description">,
  framing: Framing,
) => {
  const body: FramingRequest = { framing, descriptionVersion };
  return put<PictureSummary>(`picture-framing/${encodePath(path)}`, body, version);
};

function pictureForm({ file, description }: Omit<PictureUpload, "onProgress">): FormData {
  const form = new FormData();
  form.append("description", description);
  if (file) form.append("file", file);
  return form;
}
