// The table of the desk's screens: address, name, and who may open it. The first is where everybody begins.
import type { ReactNode } from "react";
import { AccountScreen } from "./account/Account";
import { AuditScreen } from "./audit/Audit";
import { FunnelScreen } from "./funnel/Funnel";
import { MailScreen } from "./mail/MailRoom";
import { PeopleScreen } from "./people/People";
import { RedeemScreen } from "./redeem/Redeem";
import { StaffScreen } from "./staff/Staff";
import type { Role } from "./types";

export type Place = {
  readonly href: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly Screen: () => ReactNode;
};

const everybody: readonly Role[] = ["desk", "owner"];
const owner: readonly Role[] = ["owner"];

const places: readonly Place[] = [
  { href: "/desk", name: "Redeem", roles: everybody, Screen: RedeemScreen },
  { href: "/desk/people", name: "People", roles: owner, Screen: PeopleScreen },
  { href: "/desk/funnel", name: "Funnel", roles: owner, Screen: FunnelScreen },
  { href: "/desk/mail", name: "Mail room", roles: owner, Screen: MailScreen },
  { href: "/desk/staff", name: "Staff", roles: owner, Screen: StaffScreen },
  { href: "/desk/audit", name: "Audit", roles: owner, Screen: AuditScreen },
  { href: "/desk/account", name: "Account", roles: everybody, Screen: AccountScreen },
];

export function placesFor(role: Role): readonly Place[] {
  return places.filter(({ roles }) => roles.includes(role));
}
