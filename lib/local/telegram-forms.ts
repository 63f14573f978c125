// The shapes of the local Bot API: what its methods take, and how it answers.
import * as z from "zod";
import type { LocalRequest, LocalResponse } from "./local-route.ts";

export const chatText = z.looseObject({
  chat_id: z.coerce.string(),
  text: z.string().min(1).max(4096),
  reply_markup: z.unknown().optional(),
});
export const updatesInput = z.looseObject({
  offset: z.coerce.number().int().default(0),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  timeout: z.coerce.number().int().min(0).default(0),
});
export const written = z.strictObject({
  bot: z.coerce.string(),
  text: z.string().min(1).max(4096),
  name: z.string().default("Local Person"),
  username: z.string().optional(),
  language_code: z.string().optional(),
});
export type Writer = Pick<z.output<typeof written>, "name" | "username" | "language_code">;
export const pressed = z.strictObject({
  bot: z.coerce.string(),
  message_id: z.int(),
  data: z.string().min(1).max(64),
  name: z.string().default("Local Person"),
  username: z.string().optional(),
  language_code: z.string().optional(),
});

export function botOf(id: string): object {
  return { id: Number(id), is_bot: true, first_name: "Local Bot", username: `local_${id}_bot` };
}

export function personOf(id: string, { name, username, language_code }: Writer): object {
  return {
    ...{ id: Number(id), is_bot: false, first_name: name },
    ...(username === undefined ? {} : { username }),
    ...(language_code === undefined ? {} : { language_code }),
  };
}

/** Forms carry it as JSON text. */
export function markupOf(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) : value;
}

/** Bot API methods take JSON, a form, or the query. */
export function inputOf({ headers, body, query }: LocalRequest): unknown {
  const text = new TextDecoder().decode(body);
  const type = headers["content-type"] ?? "";
  try {
    if (type.includes("json")) return JSON.parse(text || "{}");
  } catch {
    return null;
  }
  return Object.fromEntries([...query, ...(text === "" ? [] : new URLSearchParams(text))]);
}

export function done(result: unknown): LocalResponse {
  return { status: 200, body: { ok: true, result } };
}

export function failed(error_code: number, description: string): LocalResponse {
  return { status: error_code, body: { ok: false, error_code, description } };
}
