// The list of desk screens. Navigation, access by role and the start screen (the first entry) are derived from it.
import { type ComponentType, lazy } from "react";
import type { Role } from "../generated/Role";
import { AccountScreen } from "./account/AccountScreen";
import { AppointmentsScreen } from "./appointments/AppointmentsScreen";
import { AuditScreen } from "./audit/AuditScreen";
import { CodeHoldersScreen } from "./code-holders/CodeHoldersScreen";
import {
  CONTENT_PATH,
  HISTORY_PATH,
  MISSING_PATH,
  ORDER_PATH,
  PICTURES_PATH,
  PREVIEW_PATH,
  PUZZLES_PATH,
  REMOVAL_PATH,
} from "./content/content-address";
import { EmailsScreen } from "./emails/EmailsScreen";
import { HealthScreen } from "./health/HealthScreen";
import { NoSuchScreen } from "./layout/NoSuchScreen";
import type { Waiting } from "./layout/use-waiting-counts";
import { RedeemScreen } from "./redeem/RedeemScreen";
import { RemindersScreen } from "./reminders/RemindersScreen";
import { ResendScreen } from "./resend/ResendScreen";
import { RESEND_PATH } from "./resend/resend-path";
import { StaffScreen } from "./staff/StaffScreen";
import { StatisticsScreen } from "./statistics/StatisticsScreen";

export type DeskScreen = {
  /** With `/*` at the end, the screen of all addresses below it that no other screen has. */
  readonly path: string;
  /** In the navigation and in the title of the page. */
  readonly label: string;
  readonly roles: readonly Role[];
  /** Reached by a link on another screen. */
  readonly isHidden?: true;
  /** What waits for staff on this screen is shown beside its link. */
  readonly waiting?: (counts: Waiting) => number;
  /** Stays behind the sign-in form when the session has expired, so that a typed code is not lost. Shows no personal data. */
  readonly keepsInput?: true;
  /** Nobody works here: the desk does not open at it the next time. */
  readonly isOwnSettings?: true;
  readonly Component: ComponentType;
};

/** Of the first screen. */
export const START_PATH = "/desk";

/** Where somebody begins who has not worked here before: editors write, and seldom redeem a code. */
export const startFor = (role: Role): string => (role === "editor" ? CONTENT_PATH : START_PATH);

// Loaded on demand, with the text editor: most people at the desk never open them.
const ContentScreen = lazy(() => import("./content/ContentScreen"));
const MissingScreen = lazy(() => import("./content/missing/MissingScreen"));

const everyone: readonly Role[] = ["desk", "editor", "owner"];
const editors: readonly Role[] = ["editor", "owner"];
const owner: readonly Role[] = ["owner"];

const DOCUMENTS = `${CONTENT_PATH}/*`;

const ofContent = {
  roles: editors,
  isHidden: true,
  keepsInput: true,
  Component: ContentScreen,
} as const;

const screens: readonly DeskScreen[] = [
  {
    path: START_PATH,
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
    waiting: ({ requests, waiting, closed, earlier }) => requests + waiting + closed + earlier,
    Component: AppointmentsScreen,
  },
  {
    path: "/desk/reminders",
    label: "Reminders",
    roles: everyone,
    waiting: ({ toTell, recalls }) => toTell + recalls,
    Component: RemindersScreen,
  },
  {
    path: CONTENT_PATH,
    label: "Content",
    roles: editors,
    keepsInput: true,
    Component: ContentScreen,
  },
  { ...ofContent, path: MISSING_PATH, label: "Facts to fill in", Component: MissingScreen },
  { ...ofContent, path: PICTURES_PATH, label: "Pictures" },
  { ...ofContent, path: PUZZLES_PATH, label: "The game month by month" },
  { ...ofContent, path: HISTORY_PATH, label: "History" },
  { ...ofContent, path: `${ORDER_PATH}/*`, label: "Order" },
  {
    path: REMOVAL_PATH,
    label: "Remove for good",
    roles: owner,
    isHidden: true,
    Component: ContentScreen,
  },
  { ...ofContent, path: `${PREVIEW_PATH}/*`, label: "Preview" },
  { ...ofContent, path: DOCUMENTS, label: "Document" },
  { path: "/desk/people", label: "People", roles: owner, Component: CodeHoldersScreen },
  { path: "/desk/statistics", label: "Statistics", roles: owner, Component: StatisticsScreen },
  { path: "/desk/emails", label: "Emails", roles: owner, Component: EmailsScreen },
  { path: "/desk/staff", label: "Staff", roles: owner, Component: StaffScreen },
  { path: "/desk/audit", label: "Audit log", roles: owner, Component: AuditScreen },
  {
    path: "/desk/health",
    label: "Health",
    roles: owner,
    waiting: ({ problems }) => problems,
    Component: HealthScreen,
  },
  {
    path: "/desk/account",
    label: "Account",
    roles: everyone,
    isOwnSettings: true,
    Component: AccountScreen,
  },
];

const noSuchScreen: DeskScreen = {
  path: "",
  label: "No such page",
  roles: everyone,
  Component: NoSuchScreen,
};

/** The screen at a path, whoever may open it. */
export function screenAt(address: string): DeskScreen {
  const shown = address.replace(/\/$/, "");
  return (
    screens.find(({ path }) => path === shown) ??
    screens.find(({ path }) => path.endsWith("/*") && shown.startsWith(path.slice(0, -1))) ??
    noSuchScreen
  );
}

/** Whether it is the address of one document, which may be gone. */
export function isDocument(address: string): boolean {
  return screenAt(address).path === DOCUMENTS;
}

export function screensFor(role: Role): readonly DeskScreen[] {
  return screens.filter(({ roles }) => roles.includes(role));
}
