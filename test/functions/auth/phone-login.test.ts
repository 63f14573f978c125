import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { askForCode, call, codesOf, logIn, newPhone, withSigningKey } from "../../support/api.ts";
import { startLocal } from "../../support/running-stack.ts";

let stack: LocalStack;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal({ config: { otpPerAddressPerHour: 60 } }));
});
afterAll(() => stack?.close());

const send = (phone: string) => call(stack.url, "POST", "/api/auth/send-otp/", { body: { phone } });
const verify = (phone: string, code: string) =>
  call(stack.url, "POST", "/api/auth/verify-otp/", { body: { phone, code } });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("a login code", () => {
  it.each([
    ["09", (local: string) => `0${local}`],
    ["9", (local: string) => local],
    ["251", (local: string) => `251${local}`],
    ["+251 with spaces", (local: string) => `+251 ${local.slice(0, 2)} ${local.slice(2)}`],
  ])("reaches a phone written as %s", async (_, write) => {
    const phone = newPhone();
    const written = write(phone.slice("+251".length));

    const sent = await send(written);

    expect(sent).toMatchObject({ status: 202, body: { expires_in: 300, resend_in: 60 } });
    const answer = await verify(written, codesOf(stack, phone).at(-1) ?? "");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      token_type: "Bearer",
      expires_in: 600,
      user: { object: "user", phone, telegram: null },
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-refresh=[\w.-]+; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it("is invalid after five wrong guesses, even for the correct one", async () => {
    const phone = newPhone();
    const code = await askForCode(stack, phone);
    for (let guess = 0; guess < 5; guess++) {
      expect(await verify(phone, wrong(code))).toMatchObject({ status: 401 });
    }
    expect(await verify(phone, code)).toMatchObject({
      status: 401,
      body: { code: "unauthenticated" },
    });
  });

  it("stays valid after four wrong guesses", async () => {
    const phone = newPhone();
    const code = await askForCode(stack, phone);
    for (let guess = 0; guess < 4; guess++) await verify(phone, wrong(code));
    expect(await verify(phone, code)).toMatchObject({ status: 200 });
  });

  // test/store/login-codes.test.ts tries two hundred.
  it("is invalid after forty concurrent guesses", async () => {
    const phone = newPhone();
    const code = await askForCode(stack, phone);
    const guesses = await Promise.all(Array.from({ length: 40 }, () => verify(phone, wrong(code))));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await verify(phone, code)).toMatchObject({ status: 401 });
    await stack.advance(601);
  });

  it("is accepted once for concurrent requests", async () => {
    const phone = newPhone();
    const code = await askForCode(stack, phone);
    const answers = await Promise.all(Array.from({ length: 4 }, () => verify(phone, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(await verify(phone, code)).toMatchObject({ status: 401 });
  });

  it("is rejected after five minutes, even if its item still exists", async () => {
    const phone = newPhone();
    const code = await askForCode(stack, phone);
    await stack.advance(301);
    expect(await verify(phone, code)).toMatchObject({ status: 401 });
  });

  it("is rejected after a newer one was sent", async () => {
    const phone = newPhone();
    const first = await askForCode(stack, phone);
    await stack.advance(60);
    const second = await askForCode(stack, phone);
    if (first !== second) expect(await verify(phone, first)).toMatchObject({ status: 401 });
    expect(await verify(phone, second)).toMatchObject({ status: 200 });
  });

  it("is invalid for another phone", async () => {
    const [mine, other] = [newPhone(), newPhone()];
    await askForCode(stack, other);
    const code = await askForCode(stack, mine);
    const foreign = codesOf(stack, other).at(-1);
    if (foreign !== code) expect(await verify(other, code)).toMatchObject({ status: 401 });
  });
});

describe("sending a code", () => {
  it("is refused too early, with growing waits", async () => {
    const phone = newPhone();
    await send(phone);
    await stack.advance(57);
    const early = await send(phone);
    expect(early.status).toBe(429);
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(early.headers.get("retry-after"))).toBeLessThanOrEqual(3);
    await stack.advance(4);
    expect(await send(phone)).toMatchObject({ status: 202, body: { resend_in: 60 } });
    await stack.advance(61);
    expect(await send(phone)).toMatchObject({ status: 202, body: { resend_in: 120 } });
  });

  it("gets the same response for known and unknown phones", async () => {
    const known = (await logIn(stack)).phone;
    await stack.advance(61);
    const [first, second] = [await send(known), await send(newPhone())];
    expect(first.status).toBe(second.status);
    expect(first.body).toEqual(second.body);
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(names(first.headers)).toEqual(names(second.headers));
  });

  it("gets the same response for an unserved country, without an SMS", async () => {
    const phone = "+12025550123";
    expect(await send(phone)).toMatchObject({ status: 202, body: { resend_in: 60 } });
    expect(stack.inbox.find(phone)).toEqual([]);
  });

  it.each(["0123", "+2519110000001", "09110000x1", "", "0911000000; drop"])(
    "refuses %j, which is no number",
    async (phone) => {
      expect(await send(phone)).toMatchObject({
        status: 400,
        body: {
          code: "invalid_request",
          errors: expect.arrayContaining([expect.objectContaining({ path: "phone" })]),
        },
      });
    },
  );
});

describe("signing up", () => {
  it("creates one user per phone", async () => {
    const { phone, userId, accountId } = await logIn(stack);
    const again = await logIn(stack, phone);
    expect(again).toMatchObject({ userId, accountId });
    expect((await again.send("GET", "credits/")).body).toMatchObject({
      available: 100,
      granted: 100,
    });
  });

  it("grants credits once per phone, even after the account is closed", async () => {
    const first = await logIn(stack);
    expect((await first.send("DELETE", "me/")).status).toBe(204);
    const second = await logIn(stack, first.phone);
    expect(second.accountId).not.toBe(first.accountId);
    expect((await second.send("GET", "credits/")).body).toMatchObject({ available: 0 });
  });
});

describe("limits", () => {
  it("allow ten codes a day to a phone that does not log in", async () => {
    const phone = newPhone();
    for (let sent = 0; sent < 10; sent++) {
      expect((await send(phone)).status).toBe(202);
      await stack.advance(1801);
    }
    const refused = await send(phone);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-policy")).toBe(
      '"otp-address";q=60;w=3600, "otp-phone";q=10;w=86400',
    );
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3600);
  });

  it("of the address are sent with every answer, and say nothing about the phone", async () => {
    await stack.advance(3601);
    const limits = ({ headers }: { headers: Headers }) => [
      headers.get("ratelimit-policy"),
      headers.get("ratelimit")?.replace(/;t=\d+$/, ""),
    ];
    const phone = newPhone();
    const sent = await send(phone);
    expect(limits(sent)).toEqual(['"otp-address";q=60;w=3600', '"otp-address";r=59']);
    const tooSoon = await send(phone);
    expect(tooSoon.status).toBe(429);
    expect(limits(tooSoon)).toEqual(['"otp-address";q=60;w=3600', '"otp-address";r=58']);
    const code = codesOf(stack, phone).at(-1) ?? "";
    const refused = await verify(phone, wrong(code));
    expect(refused.status).toBe(401);
    expect(limits(refused)).toEqual(['"login-address";q=300;w=600', '"login-address";r=299']);
    const accepted = await verify(phone, code);
    expect(accepted.status).toBe(200);
    expect(limits(accepted)).toEqual(['"login-address";q=300;w=600', '"login-address";r=298']);
  });

  it("reset when a phone logs in", async () => {
    const phone = newPhone();
    for (let round = 0; round < 12; round++) await logIn(stack, phone);
  });

  it("allow an address its hourly codes exactly, for concurrent requests", async () => {
    await stack.advance(3601);
    const answers = await Promise.all(Array.from({ length: 70 }, () => send(newPhone())));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("ratelimit")).toMatch(/^"otp-address";r=0;t=\d+$/);
  });
});
