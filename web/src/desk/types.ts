// What the desk's API answers with. Times are ISO 8601 in UTC; days are YYYY-MM-DD as the clinic's clock has them.

export type Role = "desk" | "owner";

export type Me = {
  readonly name: string;
  readonly role: Role;
  readonly totp: boolean;
  readonly mailTransport: "file" | "smtp" | "emailjs";
  readonly clinicName: string;
};

export type CodeState = "good" | "used" | "expired" | "void";

export type Code = {
  readonly code: string;
  readonly state: CodeState;
  readonly validUntil: string;
  readonly usedAt: string | null;
  readonly usedBy: string | null;
  readonly undoUntil: string | null;
};

export type MailState = "queued" | "sent" | "refused" | "parked";

export type Person = {
  readonly code: string;
  /** Masked; opening it is a call of its own, which is written down. */
  readonly address: string;
  readonly issuedAt: string;
  readonly validUntil: string;
  readonly state: CodeState;
  readonly usedAt: string | null;
  readonly usedBy: string | null;
  readonly mail: MailState;
};

export type Counts = {
  readonly started: number;
  readonly finished: number;
  readonly perfect: number;
  readonly claimed: number;
  readonly redeemed: number;
};

export type Day = Counts & { readonly day: string };

export type Spot = { readonly id: number; readonly label: string | null; readonly found: number };

export type Level = {
  readonly level: number;
  readonly plays: number;
  readonly spots: readonly Spot[];
};

export type Stats = {
  readonly from: string;
  readonly to: string;
  readonly days: readonly Day[];
  readonly totals: Counts;
  readonly levels: readonly Level[];
};

export type Mail = {
  readonly id: string;
  /** Masked. */
  readonly to: string;
  readonly state: MailState;
  readonly queuedAt: string;
  readonly attempts: number;
  readonly nextAt: string | null;
  readonly settledAt: string | null;
  readonly reason: string | null;
};

export type MailTest = {
  readonly outcome: "taken" | "refused" | "later";
  readonly reason: string | null;
};

export type StaffMember = {
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
  readonly totp: boolean;
  readonly lastSeen: string | null;
};

export type TotpSecret = { readonly secret: string; readonly uri: string };

export type AuditEntry = {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
};
