import * as z from "zod";
import type { LocalStack } from "../compose-stack.ts";

const session = z.object({ access_token: z.string(), user: z.object({ account_id: z.string() }) });

/** One user's access to the dashboard API. */
export interface SignedIn {
  readonly accountId: string;
  /** Good for 10 minutes. */
  readonly accessToken: string;
  /** POSTs to `/api/platform/{path}`. Rejects with the service's response in the message. */
  readonly post: (path: string, body: object) => Promise<unknown>;
  /** As `post`, with PATCH. */
  readonly patch: (path: string, body: object) => Promise<unknown>;
}

/** Logs in by phone, with the code from the local SMS inbox. */
export async function signIn(stack: LocalStack, phone: string): Promise<SignedIn> {
  const send = async (
    path: string,
    body: object,
    token?: string,
    method = "POST",
  ): Promise<unknown> => {
    const response = await fetch(`${stack.url}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path} responded with ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  await send("/api/auth/send-otp/", { phone });
  await stack.idle();
  const code = /\b\d{6}\b/.exec(stack.inbox.find(phone).at(-1)?.text ?? "")?.[0];
  if (code === undefined) throw new Error(`No SMS with a code arrived for ${phone}.`);
  // The next reader of the inbox must not find a used code.
  stack.inbox.forget(phone);
  const verified = session.parse(await send("/api/auth/verify-otp/", { phone, code }));
  return {
    accountId: verified.user.account_id,
    accessToken: verified.access_token,
    post: (path, body) => send(`/api/platform/${path}`, body, verified.access_token),
    patch: (path, body) => send(`/api/platform/${path}`, body, verified.access_token, "PATCH"),
  };
}
