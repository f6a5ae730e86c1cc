// The list of desk screens. Navigation, access by role and the start screen (the first entry) are derived from it.
import type { ReactNode } from "react";
import type { Role } from "../generated/Role";
import type { WaitingCounts } from "../generated/WaitingCounts";
import { AccountScreen } from "./account/AccountScreen";
import { AppointmentsScreen } from "./appointments/AppointmentsScreen";
import { AuditScreen } from "./audit/AuditScreen";
import { CONTENT_PATH, MISSING_PATH } from "./content/content-address";
import { LoadContentScreen } from "./content/LoadContentScreen";
import { LoadMissingScreen } from "./content/missing/LoadMissingScreen";
import { EmailsScreen } from "./emails/EmailsScreen";
import { NoSuchScreen } from "./layout/NoSuchScreen";
import { PeopleScreen } from "./people/PeopleScreen";
import { RedeemScreen } from "./redeem/RedeemScreen";
import { RemindersScreen } from "./reminders/RemindersScreen";
import { ResendScreen } from "./resend/ResendScreen";
import { RESEND_PATH } from "./resend/resend-path";
import { StaffScreen } from "./staff/StaffScreen";
import { StatisticsScreen } from "./statistics/StatisticsScreen";

export type DeskScreen = {
  readonly path: string;
  readonly label: string;
  readonly roles: readonly Role[];
  /** Reached by a link on another screen. */
  readonly isHidden?: true;
  /** What waits for staff on this screen is shown beside its link. */
  readonly waiting?: (counts: WaitingCounts) => number;
  /** Stays behind the sign-in form when the session has expired, so that a typed code is not lost. Shows no personal data. */
  readonly keepsInput?: true;
  readonly Component: () => ReactNode;
};

const everyone: readonly Role[] = ["desk", "editor", "owner"];
const editors: readonly Role[] = ["editor", "owner"];
const owner: readonly Role[] = ["owner"];

const screens: readonly DeskScreen[] = [
  {
    path: "/desk",
    label: "Redeem",
    roles: everyone,
    keepsInput: true,
    Component: RedeemScreen,
  },
  {
    path: RESEND_PATH,
    label: "No email",
    roles: everyone,
    isHidden: true,
    Component: ResendScreen,
  },
  {
    path: "/desk/appointments",
    label: "Appointments",
    roles: everyone,
    waiting: ({ requests }) => requests,
    Component: AppointmentsScreen,
  },
  {
    path: "/desk/reminders",
    label: "Reminders",
    roles: everyone,
    waiting: ({ reminders, recalls }) => reminders + recalls,
    Component: RemindersScreen,
  },
  {
    path: CONTENT_PATH,
    label: "Content",
    roles: editors,
    keepsInput: true,
    Component: LoadContentScreen,
  },
  {
    path: MISSING_PATH,
    label: "Still missing",
    roles: editors,
    isHidden: true,
    keepsInput: true,
    Component: LoadMissingScreen,
  },
  { path: "/desk/people", label: "People", roles: owner, Component: PeopleScreen },
  { path: "/desk/statistics", label: "Statistics", roles: owner, Component: StatisticsScreen },
  { path: "/desk/emails", label: "Emails", roles: owner, Component: EmailsScreen },
  { path: "/desk/staff", label: "Staff", roles: owner, Component: StaffScreen },
  { path: "/desk/audit", label: "Audit log", roles: owner, Component: AuditScreen },
  { path: "/desk/account", label: "Account", roles: everyone, Component: AccountScreen },
];

const noSuchScreen: DeskScreen = {
  path: "",
  label: "No such page",
  roles: everyone,
  Component: NoSuchScreen,
};

/** The screen at a path, whoever may open it. */
export function screenAt(path: string): DeskScreen {
  return screens.find((screen) => screen.path === path.replace(/\/$/, "")) ?? noSuchScreen;
}

export function screensFor(role: Role): readonly DeskScreen[] {
  return screens.filter(({ roles }) => roles.includes(role));
}
