// This file is generated from the server's types. Do not edit it.
import type { OutboxMessage } from "./OutboxMessage";

export type OutboxMessages = {
  mail: Array<OutboxMessage>;
};
