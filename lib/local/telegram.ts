import { exportJWK, generateKeyPair, SignJWT } from "jose";
import * as z from "zod";
import { escapeHtml } from "./bank/receipt-text.ts";
import type { LocalRequest, LocalResponse, LocalRoutes } from "./local-route.ts";

// The two things that a browser asks of the local issuer: a script in the place of Telegram's, and the
// page that it opens.

/**
 * `Telegram.Login.auth({client_id, nonce}, callback)` opens the page in a window of its own and calls
 * back with `{id_token}`, or with false when the window is closed.
 */
export function loginScript(issuer: string): string {
  return `(() => {
  const issuer = ${JSON.stringify(issuer)};
  const auth = (options, callback) => {
    const query = new URLSearchParams({
      client_id: String(options.client_id ?? ""),
      nonce: options.nonce ?? "",
      origin: location.origin,
    });
    const page = window.open(issuer + "/auth/?" + query, "telegram-login", "width=480,height=560");
    const end = (answer) => {
      clearInterval(watch);
      removeEventListener("message", hear);
      callback(answer);
    };
    const hear = (event) => {
      if (event.source !== page || event.origin !== new URL(issuer).origin) return;
      if (typeof event.data?.id_token === "string") end({ id_token: event.data.id_token });
    };
    const watch = setInterval(() => page?.closed !== false && end(false), 500);
    addEventListener("message", hear);
  };
  window.Telegram = { ...window.Telegram, Login: { auth } };
})();
`;
}

/** Lets one log in as anybody one likes. */
export function loginPage(query: URLSearchParams): string {
  const nonce = escapeHtml(query.get("nonce") ?? "");
  const origin = JSON.stringify(query.get("origin") ?? "").replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Local Telegram</title>
<style>body{font:16px/1.5 system-ui;max-width:24rem;margin:2rem auto;padding:0 1rem}
label{display:block;margin:1rem 0}input,button{font:inherit;padding:.6rem;width:100%;box-sizing:border-box}</style>
<h1>Local Telegram</h1>
<p>Stands in for Telegram on this machine. Log in as anybody: the same number is the same person.</p>
<form>
<label>Number <input name="id" value="100200300" inputmode="numeric" pattern="[0-9]{1,15}" required></label>
<label>Name <input name="name" value="Local Person" maxlength="100"></label>
<label>User name <input name="username" value="local_person" maxlength="50"></label>
<input type="hidden" name="nonce" value="${nonce}">
<button>Log in</button>
</form>
<script>
const form = document.querySelector("form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = [...new FormData(form)].filter(([, value]) => value !== "");
  const answer = await fetch("../token/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(fields)),
  });
  const { id_token } = await answer.json();
  window.opener?.postMessage({ id_token }, ${origin});
  window.close();
});
</script>
</html>
`;
}

// An identity provider on this machine in Telegram's place: real keys, real signatures, invented
// people. `js/telegram-login.js` offers what the dashboard needs of Telegram's own script.

/** Path of the issuer below `/_local/`. */
const PREFIX = "telegram/";

/** The bot that the local service logs in with. */
export const LOCAL_TELEGRAM_CLIENT_ID = "7000000001";

const person = z.strictObject({
  /** Telegram's number of the user; the same number is the same person. */
  id: z.coerce.string().regex(/^[0-9]{1,15}$/),
  name: z.string().max(100).default("Local Person"),
  username: z.string().max(50).optional(),
  nonce: z.string().max(200).optional(),
});

/** `issuer` without a slash at the end; `now` in ms on the moved clock. */
export function telegramRoutes(issuer: string, now: () => number): LocalRoutes {
  const pair = generateKeyPair("ES256", { extractable: true });

  async function signToken(input: unknown): Promise<string> {
    const { id, name, username, nonce } = person.parse(input);
    const seconds = Math.floor(now() / 1000);
    return new SignJWT({
      name,
      // A number, as Telegram writes it.
      id: Number(id),
      ...(username === undefined ? {} : { preferred_username: username }),
      ...(nonce === undefined ? {} : { nonce }),
    })
      .setProtectedHeader({ alg: "ES256", kid: "local", typ: "JWT" })
      .setIssuer(issuer)
      .setAudience(LOCAL_TELEGRAM_CLIENT_ID)
      .setSubject(id)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 600)
      .sign((await pair).privateKey);
  }

  return async (request) => {
    if (!request.path.startsWith(PREFIX)) return null;
    switch (`${request.method} ${request.path.slice(PREFIX.length)}`) {
      case "GET .well-known/openid-configuration":
        return json({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` });
      case "GET .well-known/jwks.json": {
        const jwk = await exportJWK((await pair).publicKey);
        return json({ keys: [{ ...jwk, kid: "local", alg: "ES256", use: "sig" }] });
      }
      case "GET js/telegram-login.js":
        return text("text/javascript", loginScript(issuer));
      // Telegram's own path has no slash at its end.
      case "GET auth":
        return { status: 302, headers: { location: `${issuer}/auth/?${request.query}` } };
      case "GET auth/":
        return text("text/html", loginPage(request.query));
      // For tests and curl: the token of an invented person, without a page.
      case "POST token/":
        return json({ id_token: await signToken(bodyOf(request)) });
      default:
        return null;
    }
  };
}

function bodyOf(request: LocalRequest): unknown {
  const body = new TextDecoder().decode(request.body);
  const isForm = request.headers["content-type"]?.includes("form-urlencoded") === true;
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body || "{}");
}

function json(body: object): LocalResponse {
  return { status: 200, headers: { "access-control-allow-origin": "*" }, body };
}

function text(type: string, body: string): LocalResponse {
  return { status: 200, headers: { "content-type": `${type}; charset=utf-8` }, body };
}

// The shapes of the local Bot API: what its methods take, and how it answers.

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

/** Answers of `sendMessage` that tests ask for. */
export const faults = z.strictObject({
  status: z.int().min(400).max(599),
  description: z.string().default("Error"),
  /** Seconds, with 429. */
  retry_after: z.int().min(1).optional(),
  times: z.int().min(1).max(1000).default(1),
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
