// Owns the reading of what the server mailed, one file a message: in the data folder with its file transport, or in a
// mailbox's. It decodes just enough of a message to find the code in it.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder } from "./server";

const CODE = /EYE5-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/;

/** The codes in the messages to this address, one a message. */
export async function codesMailedTo(
  address: string,
  folder = join(dataFolder, "mail"),
): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  const messages = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return messages
    .filter((message) => headersOf(message).includes(address))
    .map((message) => CODE.exec(bodyOf(message))?.[0] ?? "no code");
}

function headersOf(message: string): string {
  return message.slice(0, message.search(/\r?\n\r?\n/));
}

/** Parts may be quoted-printable, which breaks long lines with "=", or base64. */
function bodyOf(message: string): string {
  const unwrapped = message.replace(/=\r?\n/g, "");
  const blocks = message.match(/(?:^[A-Za-z0-9+/=]{40,}\r?\n)+/gm) ?? [];
  const decoded = blocks.map((block) => Buffer.from(block, "base64").toString("utf8"));
  return [unwrapped, ...decoded].join("\n");
}
