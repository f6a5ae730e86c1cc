// Reads the subjects of mailed messages, and the codes and links in them: from the data folder of the shared server, or from a mail server's folder. Each
// message is one file.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder } from "./shared-server";

const CODE = /EYE5-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/;

/** The codes in the messages to this address, one for each message. */
export async function codesMailedTo(
  address: string,
  folder = join(dataFolder, "mail"),
): Promise<string[]> {
  const messages = await messagesTo(address, folder);
  return messages.map((message) => CODE.exec(bodyOf(message))?.[0] ?? "no code");
}

/** The link of the invitation to this address. Empty while there is none. */
export async function invitationMailedTo(address: string): Promise<string> {
  const [message = ""] = await messagesTo(address, join(dataFolder, "mail"));
  return /https?:\S+\/desk\/reset-password#[\w-]+/.exec(bodyOf(message))?.[0] ?? "";
}

/** The subjects of the messages to this address. */
export async function subjectsMailedTo(address: string, folder: string): Promise<string[]> {
  const messages = await messagesTo(address, folder);
  return messages.map((message) => /^Subject: (.*)$/m.exec(headersOf(message))?.[1]?.trim() ?? "");
}

async function messagesTo(address: string, folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  const messages = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return messages.filter((message) => headersOf(message).includes(address));
}

function headersOf(message: string): string {
  return message.slice(0, message.search(/\r?\n\r?\n/));
}

/** Decodes quoted-printable line breaks and base64 blocks, which is enough to find a code. */
function bodyOf(message: string): string {
  const unwrapped = message.replace(/=\r?\n/g, "");
  const blocks = message.match(/(?:^[A-Za-z0-9+/=]{40,}\r?\n)+/gm) ?? [];
  const decoded = blocks.map((block) => Buffer.from(block, "base64").toString("utf8"));
  return [unwrapped, ...decoded].join("\n");
}
