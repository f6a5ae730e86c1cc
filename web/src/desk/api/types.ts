// Request and response types of the desk API. The only place where they are declared in TypeScript.
// Times are ISO 8601 in UTC. Days are YYYY-MM-DD in clinic time.

export type Role = "desk" | "owner";

export type Me = {
  readonly name: string;
  readonly role: Role;
  readonly totp: boolean;
  readonly mailTransport: "file" | "smtp" | "emailjs";
  readonly clinicName: string;
};

export type Login = {
  readonly name: string;
  readonly password: string;
  /** A 6-digit code or a recovery code. */
  readonly totp?: string;
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
  /** Masked. Showing the full address is a separate, audited call. */
  readonly address: string;
  readonly issuedAt: string;
  readonly validUntil: string;
  readonly state: CodeState;
  readonly usedAt: string | null;
  readonly usedBy: string | null;
  readonly mail: MailState;
};

export type People = { readonly people: readonly Person[] };

export type OpenedAddress = { readonly address: string };

export type DayCounts = {
  readonly started: number;
  readonly finished: number;
  readonly perfect: number;
  readonly claimed: number;
  readonly redeemed: number;
};

export type Day = DayCounts & { readonly day: string };

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
  readonly totals: DayCounts;
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

export type Mails = { readonly mail: readonly Mail[] };

export type TestOutcome = {
  readonly outcome: "taken" | "refused" | "later";
  readonly reason: string | null;
};

export type Colleague = {
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
  readonly totp: boolean;
  readonly lastSeen: string | null;
};

export type NewColleague = {
  readonly name: string;
  readonly role: Role;
  readonly password: string;
};

export type Staff = { readonly staff: readonly Colleague[] };

export type NewPassword = { readonly old: string; readonly new: string };

/** `uri` is the otpauth: link that authenticator apps read. */
export type TotpOffer = { readonly secret: string; readonly uri: string };

export type RecoveryCodes = { readonly recovery: readonly string[] };

export type AuditEntry = {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
};

export type Audit = { readonly entries: readonly AuditEntry[] };
