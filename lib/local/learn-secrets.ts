// Lets the webhook receivers verify endpoints that were created through the API: their secrets pass by in
// the API's own answers.
import * as z from "zod";
import type { SeenAnswer } from "./observer.ts";
import type { Receivers } from "./receiver.ts";

const PATH = /^\/api\/platform\/webhooks\//;
const RECEIVER = /\/_local\/receiver\/([\w-]{1,64})\/?$/;
const endpoint = z.object({
  id: z.string(),
  url: z.string().optional(),
  secret: z.string().nullish(),
});

/** Watches answers of the API, and tells the receivers the secrets of endpoints that lead to them. */
export function learnSecrets(receivers: Receivers): (seen: SeenAnswer) => void {
  const names = new Map<string, string>();
  return ({ path, status, body }) => {
    if (!PATH.test(path) || status >= 300 || body === "") return;
    const { success, data } = endpoint.safeParse(JSON.parse(body));
    if (!success) return;
    const name = RECEIVER.exec(data.url ?? "")?.[1] ?? names.get(data.id);
    if (name === undefined) return;
    names.set(data.id, name);
    if (data.secret) receivers.trust(name, data.secret);
  };
}
