// This file is generated from the server's types. Do not edit it.
export type SendInvitationRequest = {
  address: string;
  /** The part of the link after `#`. */
  token: string;
};
