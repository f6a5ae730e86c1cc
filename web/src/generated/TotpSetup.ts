// This file is generated from the server's types. Do not edit it.
export type TotpSetup = {
  /** The key in base32, for typing it into an authenticator app. */
  secret: string;
  /** The same as an `otpauth:` link, for a QR code. */
  uri: string;
};
