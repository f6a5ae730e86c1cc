// The calls of the desk API, one function each.
import { API_ROOT, del, get, post } from "./request";
import type {
  Audit,
  Code,
  Login,
  Mail,
  MailState,
  Mails,
  Me,
  NewColleague,
  NewPassword,
  OpenedAddress,
  People,
  Person,
  RecoveryCodes,
  Staff,
  Stats,
  TestOutcome,
  TotpOffer,
} from "./types";

export const signIn = (login: Login) => post<Me>("login", login);
export const signOut = () => post("logout");
export const signOutEverywhere = () => post("logout-everywhere");
export const getMe = () => get<Me>("me");

export const lookUpCode = (code: string) => get<Code>(`codes/${encodeURIComponent(code)}`);
export const redeemCode = (code: string) => post<Code>(`codes/${encodeURIComponent(code)}/redeem`);
export const undoRedemption = (code: string) =>
  post<Code>(`codes/${encodeURIComponent(code)}/undo`);

export const findPeople = (query: string) =>
  get<People>(`people?query=${encodeURIComponent(query)}`);
export const openAddress = (code: string) => post<OpenedAddress>(`people/${code}/open`);
export const resendCode = (code: string) => post(`people/${code}/resend`);
export const extendCode = (code: string, days: number) =>
  post<Person>(`people/${code}/extend`, { days });
export const cancelCode = (code: string) => post<Person>(`people/${code}/void`);
export const erasePerson = (code: string) => del(`people/${code}`);
export const claimsCsvUrl = `${API_ROOT}claims.csv`;

export const getStats = (from: string, to: string) => get<Stats>(`stats?from=${from}&to=${to}`);
export const statsCsvUrl = (from: string, to: string) =>
  `${API_ROOT}stats.csv?from=${from}&to=${to}`;

export const listEmails = (state: MailState) => get<Mails>(`mail?state=${state}`);
export const retryEmail = (id: Mail["id"]) => post(`mail/${id}/retry`);
export const discardEmail = (id: Mail["id"]) => post(`mail/${id}/drop`);
export const readEmail = (id: Mail["id"]) => get<string>(`mail/${id}/message`);
export const sendTestEmail = (to: string) => post<TestOutcome>("mail/test", { to });

export const listStaff = () => get<Staff>("staff");
export const addStaff = (colleague: NewColleague) => post("staff", colleague);
export const disableStaff = (name: string) => post(`staff/${encodeURIComponent(name)}/disable`);
export const enableStaff = (name: string) => post(`staff/${encodeURIComponent(name)}/enable`);

export const changePassword = (passwords: NewPassword) => post("me/password", passwords);
export const beginTotp = () => post<TotpOffer>("me/totp/begin");
export const confirmTotp = (code: string) => post<RecoveryCodes>("me/totp/confirm", { code });
export const turnTotpOff = (password: string) => post("me/totp/off", { password });

const AUDIT_ENTRIES = 100;
export const getAudit = () => get<Audit>(`audit?limit=${AUDIT_ENTRIES}`);
