// The list of desk screens. Navigation, access by role and the start screen (the first entry) are derived from it.
import type { ReactNode } from "react";
import type { Role } from "../generated/Role";
import { AccountScreen } from "./account/AccountScreen";
import { AuditScreen } from "./audit/AuditScreen";
import { EmailsScreen } from "./emails/EmailsScreen";
import { PeopleScreen } from "./people/PeopleScreen";
import { RedeemScreen } from "./redeem/RedeemScreen";
import { ResendScreen } from "./resend/ResendScreen";
import { RESEND_PATH } from "./resend/resend-path";
import { StaffScreen } from "./staff/StaffScreen";
import { StatisticsScreen } from "./statistics/StatisticsScreen";

export type DeskScreen = {
  readonly path: string;
  readonly label: string;
  readonly roles: readonly Role[];
  /** Reached by a link on another screen: a third link of the desk role does not fit in the header of a phone. */
  readonly isHidden?: true;
  /** Stays behind the sign-in form when the session has expired, so that a typed code is not lost. Shows no personal data. */
  readonly keepsInput?: true;
  readonly Component: () => ReactNode;
};

const everyone: readonly Role[] = ["desk", "owner"];
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
  { path: "/desk/people", label: "People", roles: owner, Component: PeopleScreen },
  { path: "/desk/statistics", label: "Statistics", roles: owner, Component: StatisticsScreen },
  { path: "/desk/emails", label: "Emails", roles: owner, Component: EmailsScreen },
  { path: "/desk/staff", label: "Staff", roles: owner, Component: StaffScreen },
  { path: "/desk/audit", label: "Audit log", roles: owner, Component: AuditScreen },
  { path: "/desk/account", label: "Account", roles: everyone, Component: AccountScreen },
];

/** The screen at a path, whoever may open it. */
export function screenAt(path: string): DeskScreen | undefined {
  return screens.find((screen) => screen.path === path.replace(/\/$/, ""));
}

export function screensFor(role: Role): readonly DeskScreen[] {
  return screens.filter(({ roles }) => roles.includes(role));
}
