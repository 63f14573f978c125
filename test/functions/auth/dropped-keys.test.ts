import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { call, cookieOf, logIn, type Visitor, withSigningKey } from "../../support/api.ts";
import { type StoredKey, startLocal, storedSigningKeys } from "../../support/running-stack.ts";

let stack: LocalStack;
let secret: ReturnType<typeof storedSigningKeys>;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
  secret = storedSigningKeys(stack);
});
afterAll(() => stack?.close());

const WORKER = "workers-rotate-signing-keys";
const drop = () => stack.invoke(WORKER, { dropOldKeys: true });
const statusOf = async (key: string) =>
  (await call(stack.url, "GET", "/api/platform/me/", { key })).status;
const published = async (): Promise<string[]> => {
  const { body } = await call(stack.url, "GET", "/.well-known/jwks.json");
  return body.keys.map(({ kid }: { kid: string }) => kid);
};

/** What a thief makes of a leaked key and an active session: a fresh token, which no cache has seen. */
async function forge({ token }: Visitor, { kid, jwk }: StoredKey): Promise<string> {
  const iat = Math.floor(stack.now() / 1000);
  return new SignJWT({ ...decodeJwt(token), iat, exp: iat + 600 })
    .setProtectedHeader({ alg: "ES256", kid, typ: "at+jwt" })
    .sign(await importJWK(jwk, "ES256"));
}

async function refresh(cookie: string) {
  const answer = await call(stack.url, "POST", "/api/auth/refresh/", { headers: { cookie } });
  const token: string = answer.body.access_token;
  return { status: answer.status, token, cookie: cookieOf(answer.headers) ?? cookie };
}

describe("dropping leaked signing keys", () => {
  let person: Visitor;
  let leaked: StoredKey;

  beforeEach(async () => {
    person = await logIn(stack);
    leaked = (await secret.read()).at(-1) as StoredKey;
    expect(await statusOf(await forge(person, leaked))).toBe(200);
  });

  it("refuses their tokens after two minutes at most, and ends no session", async () => {
    const answer = await drop();
    const [key, ...more] = await secret.read();
    expect(more).toEqual([]);
    expect(key?.kid).not.toBe(leaked.kid);
    expect(answer).toEqual({ accepted: [key?.kid], dropped: [leaked.kid] });
    expect(await published()).toEqual([key?.kid]);

    await stack.advance(120);
    expect(await statusOf(person.token)).toBe(401);
    expect(await statusOf(await forge(person, leaked))).toBe(401);
    const renewed = await refresh(person.cookie);
    expect(renewed.status).toBe(200);
    expect(decodeProtectedHeader(renewed.token).kid).toBe(key?.kid);
    expect(decodeJwt(renewed.token).sid).toBe(decodeJwt(person.token).sid);
    expect(await statusOf(renewed.token)).toBe(200);
  });

  it("lets no later run accept them again", async () => {
    await drop();
    const after = await published();
    await stack.runSchedule("rotate-signing-keys");
    await stack.advance(3600);
    expect(await published()).toEqual(after);
    expect(await statusOf(await forge(person, leaked))).toBe(401);
  });

  it.each([{ dropoldkeys: true }, { dropOldKeys: "true" }, { dropOldKeys: true, stage: "prod" }])(
    "fails for %j rather than leave the operator in the belief that they are dropped",
    async (input) => {
      const before = await published();
      await expect(stack.invoke(WORKER, input)).rejects.toThrow("ZodError");
      expect(await published()).toEqual(before);
    },
  );
});
