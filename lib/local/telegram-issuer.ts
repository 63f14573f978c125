// An identity provider on this machine in Telegram's place: real keys, real signatures, invented
// people. `js/telegram-login.js` offers what the dashboard needs of Telegram's own script.
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import * as z from "zod";
import type { LocalRequest, LocalResponse, LocalRoutes } from "./local-route.ts";
import { loginPage, loginScript } from "./telegram-pages.ts";

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
