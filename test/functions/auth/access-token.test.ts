import { createHmac } from "node:crypto";
import {
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { call, cookieOf, logIn, type Visitor, withSigningKey } from "../../support/api.ts";
import { createMerchant } from "../../support/merchant.ts";
import { startLocal, storedSigningKeys, tableOf } from "../../support/running-stack.ts";

let stack: LocalStack;
let visitor: Visitor;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
  visitor = await logIn(stack);
});
afterAll(() => stack?.close());

const me = (token: string) => call(stack.url, "GET", "/api/platform/me/", { key: token });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const published = async (): Promise<JWK[]> =>
  (await call(stack.url, "GET", "/.well-known/jwks.json")).body.keys;

async function forge(
  change: (claims: Record<string, unknown>) => Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  const [key] = await storedSigningKeys(stack).read();
  if (!key) throw new Error("no key");
  return new SignJWT(change({ ...decodeJwt(visitor.token) }))
    .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "at+jwt", ...header })
    .sign(await importJWK(key.jwk, "ES256"));
}

describe("the dashboard's API", () => {
  it("identifies the user of a token", async () => {
    expect(await me(visitor.token)).toMatchObject({ status: 200, body: { id: visitor.userId } });
  });

  it("publishes nothing private", async () => {
    for (const key of await published()) {
      expect(Object.keys(key).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    }
  });

  it("accepts the valid token that the forgeries below are derived from", async () => {
    expect((await me(await forge((claims) => claims))).status).toBe(200);
  });

  const forgeries: readonly (readonly [string, () => Promise<string>])[] = [
    [
      "alg none",
      async () =>
        `${base64({ alg: "none", kid: decodeProtectedHeader(visitor.token).kid })}.${base64(decodeJwt(visitor.token))}.`,
    ],
    [
      "HS256 over the public key",
      async () => {
        const { kid } = decodeProtectedHeader(visitor.token);
        const signed = `${base64({ alg: "HS256", kid, typ: "at+jwt" })}.${base64(decodeJwt(visitor.token))}`;
        const secret = JSON.stringify((await published())[0]);
        return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
      },
    ],
    [
      "a key of its own",
      async () => {
        const { privateKey } = await generateKeyPair("ES256");
        const { kid } = decodeProtectedHeader(visitor.token);
        return new SignJWT(decodeJwt(visitor.token))
          .setProtectedHeader({ alg: "ES256", kid: String(kid), typ: "at+jwt" })
          .sign(privateKey);
      },
    ],
    ["an unknown key", () => forge((claims) => claims, { kid: "other" })],
    ["another audience", () => forge((claims) => ({ ...claims, aud: "v1" }))],
    ["another issuer", () => forge((claims) => ({ ...claims, iss: "https://other.example" }))],
    ["no end", () => forge(({ exp: _, ...claims }) => claims)],
    ["no beginning", () => forge(({ iat: _, ...claims }) => claims)],
    [
      "a beginning in the future",
      () => forge((claims) => ({ ...claims, iat: Number(claims.iat) + 120 })),
    ],
    ["no account", () => forge(({ acc: _, ...claims }) => claims)],
    ["another kind", () => forge((claims) => claims, { typ: "JWT" })],
    ["no structure", async () => "a.b.c"],
  ];

  it.each(forgeries)("refuses a token with %s", async (_, make) => {
    expect(await me(await make())).toMatchObject({
      status: 401,
      body: { code: "unauthenticated" },
    });
  });

  it("distinguishes an expired token", async () => {
    const old = await forge((claims) => ({
      ...claims,
      iat: Number(claims.iat) - 700,
      exp: Number(claims.iat) - 100,
    }));
    expect(await me(old)).toMatchObject({ status: 401, body: { code: "token_expired" } });
  });

  it("accepts no API key, and the server API no access token", async () => {
    const merchant = await createMerchant(tableOf(stack));
    expect((await me(merchant.liveKey)).status).toBe(401);
    const credits = (key: string) => call(stack.url, "GET", "/api/v1/credits/", { key });
    expect((await credits(visitor.token)).status).toBe(401);
    expect((await credits(merchant.liveKey)).status).toBe(200);
  });
});

describe("a genuine token", () => {
  const ended = { status: 401, body: { detail: "This session has ended. Sign in again." } };
  const claimsOf = ({ token }: Visitor) => decodeJwt(token);

  it("is refused unless its session is its user's and its account's", async () => {
    const other = await logIn(stack);
    const { sub, acc, sid } = claimsOf(other);
    for (const swapped of [{ sid }, { acc }, { sub }, { sub, acc }, { sub, sid }, { acc, sid }]) {
      const token = await forge((claims) => ({ ...claims, ...swapped }));
      expect([swapped, await me(token)]).toMatchObject([swapped, ended]);
    }
    expect((await me(await forge((claims) => ({ ...claims, sub, acc, sid })))).status).toBe(200);
  });

  it("is refused for a user, an account or a session that does not exist", async () => {
    for (const unknown of [{ sub: "usr_0" }, { acc: "acc_0" }, { sid: "ses_0" }]) {
      const token = await forge((claims) => ({ ...claims, ...unknown }));
      expect([unknown, await me(token)]).toMatchObject([unknown, ended]);
    }
  });

  it("is refused once its session has expired, before the table deletes it", async () => {
    const person = await logIn(stack);
    const { client, name } = tableOf(stack);
    await client.send(
      new UpdateCommand({
        TableName: name,
        Key: { pk: `SES#${String(claimsOf(person).sid)}`, sk: "SES" },
        UpdateExpression: "SET expiresAt = :now",
        ExpressionAttributeValues: { ":now": stack.now() },
      }),
    );
    expect(await me(person.token)).toMatchObject(ended);
  });
});

describe("key rotation", () => {
  it("replaces the key without ending sessions", async () => {
    const secrets = storedSigningKeys(stack);
    const [first] = await secrets.read();
    if (!first) throw new Error("no key");
    const person = await logIn(stack);
    await secrets.write([{ ...first, activeFrom: stack.now() - 31 * 86_400_000 }]);

    await stack.runSchedule("rotate-signing-keys");
    await stack.idle();

    const kids = (await published()).map(({ kid }) => kid);
    expect(kids).toHaveLength(2);
    expect(kids).toContain(first.kid);
    expect((await me(person.token)).status).toBe(200);

    let { cookie } = person;
    const seen = new Set<string>();
    // Every five minutes for an hour, as a dashboard does; each token is used at once and at its end.
    for (let round = 0; round < 12; round++) {
      const answer = await call(stack.url, "POST", "/api/auth/refresh/", { headers: { cookie } });
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer.headers) ?? cookie;
      const token: string = answer.body.access_token;
      seen.add(String(decodeProtectedHeader(token).kid));
      expect((await me(token)).status).toBe(200);
      await stack.advance(300);
      expect((await me(token)).status).toBe(200);
    }
    expect(seen).toEqual(new Set(kids));
    const now = (await published()).map(({ kid }) => kid);
    expect(now).toHaveLength(1);
    expect(now).not.toContain(first.kid);
    expect((await secrets.read()).map(({ kid }) => kid)).toEqual(now);
  });

  it("changes nothing if no key is due", async () => {
    const before = await published();
    await stack.runSchedule("rotate-signing-keys");
    await stack.idle();
    expect(await published()).toEqual(before);
  });
});
