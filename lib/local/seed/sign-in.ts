import * as z from "zod";
import type { LocalStack } from "../compose-stack.ts";

const session = z.object({ access_token: z.string(), user: z.object({ account_id: z.string() }) });

/** The dashboard's API in the name of one user. */
export interface SignedIn {
  readonly accountId: string;
  /** POSTs to `/api/platform/{path}`. Rejects with the service's own words. */
  readonly post: (path: string, body: object) => Promise<unknown>;
}

/** Logs in by phone: asks for a code and reads it from the SMS inbox. */
export async function signIn(stack: LocalStack, phone: string): Promise<SignedIn> {
  const send = async (path: string, body: object, token?: string): Promise<unknown> => {
    const response = await fetch(`${stack.url}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  await send("/api/auth/send-otp/", { phone });
  await stack.idle();
  const code = /\b\d{6}\b/.exec(stack.inbox.find(phone).at(-1)?.text ?? "")?.[0];
  if (code === undefined) throw new Error(`No code came by SMS to ${phone}.`);
  // A used code would be the first one that whoever opens the inbox finds.
  stack.inbox.forget(phone);
  const verified = session.parse(await send("/api/auth/verify-otp/", { phone, code }));
  return {
    accountId: verified.user.account_id,
    post: (path, body) => send(`/api/platform/${path}`, body, verified.access_token),
  };
}
