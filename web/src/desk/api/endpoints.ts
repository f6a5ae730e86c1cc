// The calls of the desk API, one function each.

import type { AddressLookup } from "../../generated/AddressLookup";
import type { AuditEntry } from "../../generated/AuditEntry";
import type { AuditLog } from "../../generated/AuditLog";
import type { ChangePasswordRequest } from "../../generated/ChangePasswordRequest";
import type { ChangeRoleRequest } from "../../generated/ChangeRoleRequest";
import type { CodeDetails } from "../../generated/CodeDetails";
import type { CodeHolder } from "../../generated/CodeHolder";
import type { CodeHolders } from "../../generated/CodeHolders";
import type { ConfirmIdentityRequest } from "../../generated/ConfirmIdentityRequest";
import type { CorrectAddressRequest } from "../../generated/CorrectAddressRequest";
import type { EmailState } from "../../generated/EmailState";
import type { FindPeopleRequest } from "../../generated/FindPeopleRequest";
import type { FullAddress } from "../../generated/FullAddress";
import type { InviteStaffRequest } from "../../generated/InviteStaffRequest";
import type { OneTimeLink } from "../../generated/OneTimeLink";
import type { OpenedLink } from "../../generated/OpenedLink";
import type { OutboxMessage } from "../../generated/OutboxMessage";
import type { OutboxMessages } from "../../generated/OutboxMessages";
import type { OwnSessions } from "../../generated/OwnSessions";
import type { RecoveryCodes } from "../../generated/RecoveryCodes";
import type { ResetPasswordRequest } from "../../generated/ResetPasswordRequest";
import type { ResetPasswordResult } from "../../generated/ResetPasswordResult";
import type { Session } from "../../generated/Session";
import type { SignInRequest } from "../../generated/SignInRequest";
import type { StaffAccounts } from "../../generated/StaffAccounts";
import type { Statistics } from "../../generated/Statistics";
import type { TestEmailResult } from "../../generated/TestEmailResult";
import type { TotpChangeRequest } from "../../generated/TotpChangeRequest";
import type { TotpSetup } from "../../generated/TotpSetup";
import { API_ROOT, download, get, post } from "./request";

export const signIn = (login: SignInRequest) => post<Session>("login", login);
/** Allows dangerous calls for the next five minutes. */
export const confirmIdentity = (proof: ConfirmIdentityRequest) => post("me/confirm", proof);
export const signOut = () => post("logout");
export const signOutEverywhere = () => post("logout-everywhere");
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

export const findPeople = (search: FindPeopleRequest) => post<CodeHolders>("people/find", search);
export const openAddress = (code: string) => post<FullAddress>("people/open", { code });
export const resendCode = (code: string) => post("people/resend", { code });
export const extendCode = (code: string, days: number) =>
  post<CodeHolder>("people/extend", { code, days });
export const cancelCode = (code: string) => post<CodeHolder>("people/cancel", { code });
export const erasePerson = (code: string) => post("people/erase", { code });
export const exportPerson = (code: string) =>
  post<Record<string, unknown>>("people/export", { code });
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

export const listStaff = () => get<StaffAccounts>("staff");
export const inviteStaff = (colleague: InviteStaffRequest) => post<OneTimeLink>("staff", colleague);
export const cancelInvitation = (name: string) =>
  post(`staff/${encodeURIComponent(name)}/cancel-invitation`);
export const changeRole = (name: string, role: ChangeRoleRequest["role"]) =>
  post(`staff/${encodeURIComponent(name)}/role`, { role });
export const disableStaff = (name: string) => post(`staff/${encodeURIComponent(name)}/disable`);
export const enableStaff = (name: string) => post(`staff/${encodeURIComponent(name)}/enable`);

export const offerPasswordReset = (name: string) =>
  post<OneTimeLink>(`staff/${encodeURIComponent(name)}/reset-password`);
export const openLink = (token: string) => post<OpenedLink>("reset-password/open", { token });
export const resetPassword = (reset: ResetPasswordRequest) =>
  post<ResetPasswordResult>("reset-password", reset);

export const changePassword = (passwords: ChangePasswordRequest) => post("me/password", passwords);
export const beginTotp = (proof: TotpChangeRequest) => post<TotpSetup>("me/totp/begin", proof);
export const confirmTotp = (code: string) => post<RecoveryCodes>("me/totp/confirm", { code });
export const turnTotpOff = (proof: TotpChangeRequest) => post("me/totp/off", proof);

/** The latest entries, or those after an entry. */
export const getAudit = (after: AuditEntry | null) =>
  get<AuditLog>(
    after ? `audit?${new URLSearchParams({ afterAt: after.at, afterId: after.id })}` : "audit",
  );
