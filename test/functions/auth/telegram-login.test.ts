import { createHmac } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { call, withSigningKey } from "../../support/api.ts";
import { startLocal } from "../../support/running-stack.ts";
import { startIssuer, type TestIssuer } from "../../support/test-servers.ts";

const BOT = 7_000_000_042;
let issuer: TestIssuer;
let stack: LocalStack;
let lastPerson = 500;

beforeAll(async () => {
  issuer = await startIssuer();
  stack = await withSigningKey(
    await startLocal({
      config: { telegram: { clientId: String(BOT), issuer: issuer.url } },
      // One sandbox, so that one cache of keys is all there is.
      maxPerFunction: 1,
    }),
  );
});
afterAll(async () => {
  await stack?.close();
  await issuer?.stop();
});

const seconds = () => Math.floor(stack.now() / 1000);
const claims = (more: Record<string, unknown> = {}) => ({
  iss: issuer.url,
  aud: String(BOT),
  sub: String(++lastPerson),
  iat: seconds(),
  exp: seconds() + 300,
  name: "Abebe Kebede",
  preferred_username: "abebe",
  ...more,
});
const login = (idToken: string) =>
  call(stack.url, "POST", "/api/auth/telegram-login/", { body: { id_token: idToken } });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a valid token", () => {
  it("signs in, each time as the same user", async () => {
    const sub = "77";
    const first = await login(await issuer.sign(claims({ sub })));
    expect(first).toMatchObject({
      status: 200,
      body: {
        user: { phone: null, telegram: { name: "Abebe Kebede", username: "abebe" } },
      },
    });
    const second = await login(await issuer.sign(claims({ sub, iat: seconds() - 1 })));
    expect(second.body.user.id).toBe(first.body.user.id);
    expect(second.headers.get("ratelimit-policy")).toBe('"login-address";q=300;w=600');
  });

  it("brings the name and user name that the user has by now, also none", async () => {
    const sub = "78";
    const shown = async (more: Record<string, unknown>) => {
      const { body } = await login(await issuer.sign(claims({ sub, ...more })));
      const me = await call(stack.url, "GET", "/api/platform/me/", { key: body.access_token });
      expect(me.body).toEqual(body.user);
      return me.body.telegram;
    };
    expect(await shown({})).toEqual({ name: "Abebe Kebede", username: "abebe" });
    const renamed = { name: "Abebe K.", preferred_username: "abebe_shop" };
    expect(await shown(renamed)).toEqual({ name: "Abebe K.", username: "abebe_shop" });
    const without = { preferred_username: undefined };
    expect(await shown(without)).toEqual({ name: "Abebe Kebede", username: null });
  });

  it("may name the bot as a number", async () => {
    const token = await issuer.sign(claims({ aud: BOT } as unknown as Record<string, unknown>));
    expect((await login(token)).status).toBe(200);
  });

  it("is accepted once, even with another signature of the same claims", async () => {
    const content = claims();
    const token = await issuer.sign(content);
    const again = await issuer.sign(content);
    expect(again).not.toBe(token);
    expect((await login(token)).status).toBe(200);
    expect((await login(token)).status).toBe(401);
    expect((await login(again)).status).toBe(401);
  });

  it("is accepted once for concurrent requests", async () => {
    const token = await issuer.sign(claims());
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("has a nonce of ours, once, or none", async () => {
    const config = await call(stack.url, "GET", "/api/auth/telegram-config/");
    expect(config.body).toEqual({
      client_id: String(BOT),
      issuer: issuer.url,
      nonce: expect.stringMatching(/^[\w-]{32}$/),
    });
    const { nonce } = config.body;
    expect((await login(await issuer.sign(claims({ nonce })))).status).toBe(200);
    expect((await login(await issuer.sign(claims({ nonce })))).status).toBe(401);
    expect((await login(await issuer.sign(claims({ nonce: "invented" })))).status).toBe(401);
  });
});

describe("an invalid token", () => {
  const cases: readonly (readonly [string, () => Promise<string>])[] = [
    [
      "says alg none",
      async () => `${base64({ alg: "none", kid: "issuer-1" })}.${base64(claims())}.`,
    ],
    [
      "is an HS256 over the public key",
      async () => {
        const signed = `${base64({ alg: "HS256", kid: "issuer-1" })}.${base64(claims())}`;
        const secret = JSON.stringify(issuer.publicJwk);
        return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
      },
    ],
    [
      "brings its own key",
      async () => {
        const own = await generateKeyPair("ES256", { extractable: true });
        const jwk = await exportJWK(own.publicKey);
        return new SignJWT(claims())
          .setProtectedHeader({ alg: "ES256", kid: "issuer-1", jwk })
          .sign(own.privateKey);
      },
    ],
    [
      "says where its key is",
      async () => {
        const own = await generateKeyPair("ES256", { extractable: true });
        return new SignJWT(claims())
          .setProtectedHeader({ alg: "ES256", kid: "other", jku: `${issuer.url}/jwks` })
          .sign(own.privateKey);
      },
    ],
    ["has no exp", () => issuer.sign(claims({ exp: undefined }))],
    ["has no iat", () => issuer.sign(claims({ iat: undefined }))],
    ["has no sub", () => issuer.sign(claims({ sub: undefined }))],
    ["has expired", () => issuer.sign(claims({ exp: seconds() - 10 }))],
    ["is from the future", () => issuer.sign(claims({ iat: seconds() + 60 }))],
    ["is older than ten minutes", () => issuer.sign(claims({ iat: seconds() - 620 }))],
    ["is for another bot", () => issuer.sign(claims({ aud: "7000000043" }))],
    ["is for several", () => issuer.sign(claims({ aud: [String(BOT), "other"] }))],
    ["is of another issuer", () => issuer.sign(claims({ iss: "https://oauth.telegram.org" }))],
    [
      "has a broken signature",
      async () => `${(await issuer.sign(claims())).slice(0, -10)}AAAAAAAAAA`,
    ],
  ];

  it.each(cases)("%s", async (_, make) => {
    const answer = await login(await make());
    expect(answer).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe("the issuer's keys", () => {
  it("are fetched at most once per 30 s, for any tokens", async () => {
    await stack.advance(31);
    await login(await issuer.sign(claims()));
    const before = issuer.keyRequests();
    for (let flood = 0; flood < 20; flood++) {
      const token = await issuer.sign(claims(), { kid: `unknown-${flood}` });
      expect((await login(token)).status).toBe(401);
    }
    expect(issuer.keyRequests() - before).toBeLessThanOrEqual(1);
  });

  it("are not fetched for a token with invalid claims", async () => {
    await stack.advance(700);
    const before = issuer.keyRequests();
    await login(await issuer.sign(claims({ aud: "1" })));
    await login(await issuer.sign(claims({ iss: "https://other.example" })));
    await login(`${base64({ alg: "none", kid: "issuer-1" })}.${base64(claims())}.`);
    expect(issuer.keyRequests()).toBe(before);
  });

  it("cause 503 while the issuer is down, without repeated requests", async () => {
    await stack.advance(700);
    issuer.breakDown(true);
    const before = issuer.keyRequests();
    const token = await issuer.sign(claims());
    for (let flood = 0; flood < 5; flood++) {
      expect(await login(token)).toMatchObject({ status: 503 });
    }
    expect(issuer.keyRequests() - before).toBe(1);
    issuer.breakDown(false);
    await stack.advance(31);
    expect((await login(token)).status).toBe(200);
  });
});
