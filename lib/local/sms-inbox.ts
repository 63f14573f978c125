// Where an SMS goes locally: a file of lines, so that a code asked for before a restart is still there.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";

const message = z.object({ to: z.string(), text: z.string(), at: z.string() });
export type SmsMessage = z.infer<typeof message>;
export type SmsInbox = {
  keep(to: string, text: string): void;
  /** Oldest first; null for all phones. `phone` in any of the forms `09…`, `9…`, `251…`, `+251…`: the last nine digits count. */
  find(phone: string | null): readonly SmsMessage[];
  /** Removes what came to this phone, in any form. */
  forget(phone: string): void;
};

/** `now` in ms, on the moved clock. */
export function createSmsInbox(file: string | null, now: () => number): SmsInbox {
  const messages: SmsMessage[] = file === null ? [] : load(file);
  return {
    keep(to, text) {
      const kept = { to, text, at: new Date(now()).toISOString() };
      messages.push(kept);
      if (file !== null) appendFileSync(file, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
    },
    forget(phone) {
      const others = messages.filter(({ to }) => subscriber(to) !== subscriber(phone));
      messages.splice(0, messages.length, ...others);
      const lines = others.map((one) => `${JSON.stringify(one)}\n`).join("");
      if (file !== null) writeFileSync(file, lines, { mode: 0o600 });
    },
    find: (phone) =>
      messages.filter(({ to }) => phone === null || subscriber(to) === subscriber(phone)),
  };
}

function subscriber(phone: string): string {
  return phone.replace(/\D/g, "").slice(-9);
}

function load(file: string): SmsMessage[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    return lines.flatMap((line) => {
      try {
        return [message.parse(JSON.parse(line))];
      } catch {
        return []; // the last line may be half, after a kill
      }
    });
  } catch {
    return [];
  }
}
