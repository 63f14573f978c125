import { describe, expect, test } from "vitest";
import { matchReceipt } from "../../../lib/domain/matching.ts";
import { isWallet, PROVIDERS, type ProviderId } from "../../../lib/domain/provider.ts";
import type { LookupContext, LookupResult } from "../../../lib/providers/adapter.ts";
import { FACTS } from "../../../lib/providers/facts.ts";
import { linkReader } from "../../../lib/providers/input/links.ts";
import { ADAPTERS, recognizeInput } from "../../../lib/providers/registry.ts";
import { answerOf } from "../fixtures/answers.ts";
import { type Booked, NOW, SimulatedBank } from "../fixtures/simulated-bank.ts";
import {
  KINDS,
  LINKS,
  READ_PROVIDERS,
  type ReadProvider,
  SPECIMENS,
  type Specimen,
} from "./specimens.ts";

// Every provider must have a specimen of every kind: a missing one does not compile or fails here.

const SHOP = "Selam Coffee Shop";
const CREATED_AT = NOW - 4 * 3_600_000;
const ACCOUNTS: Readonly<Record<ReadProvider, string>> = {
  telebirr: "251911000142",
  cbe: "1000200300401",
  boa: "200300401",
  dashen: "5200300400111",
  awash: "01320030040100",
  cbe_birr: "251911000143",
  mpesa: "251711000142",
  wegagen: "0500300400101",
  amhara: "9900003004011",
};

function contextOf(provider: ReadProvider): LookupContext {
  return {
    accounts: [{ provider, accountName: SHOP, accountNumber: ACCOUNTS[provider] }],
    payerPhone: "251911000100",
    tries: 0,
    expected: {
      amountMinor: 150_000,
      dueMinor: 150_000,
      currency: "ETB",
      createdAt: CREATED_AT,
      expiresAt: NOW + 3_600_000,
    },
    now: NOW,
  };
}

function decisionOf(provider: ReadProvider, result: LookupResult): string {
  if (result.kind !== "receipt") return result.kind;
  return matchReceipt(result.receipt, {
    amountMinor: 150_000,
    currency: "ETB",
    createdAt: CREATED_AT,
    expiresAt: NOW + 3_600_000,
    submittedAt: NOW,
    graceMs: 86_400_000,
    latePolicy: "review",
    usedBefore: false,
    accounts: [{ id: "pm_1", provider, accountName: SHOP, accountNumber: ACCOUNTS[provider] }],
  }).decision;
}

const simulator = new SimulatedBank();

async function book(provider: ReadProvider, specimen: Specimen): Promise<Booked> {
  return simulator.book({
    provider,
    amount: 150_000,
    receiver_account: ACCOUNTS[provider],
    receiver_name: SHOP,
    payer_name: "Almaz Girma",
    payer_account: isWallet(provider) ? "251911000100" : "1320999888777",
    paid_at: new Date(NOW - 3_600_000).toISOString(),
    ...specimen.transfer,
  });
}

async function lookupResultOf(
  provider: ReadProvider,
  booked: Booked,
  status?: number,
): Promise<LookupResult> {
  const found = simulator.recognize(booked.link ?? "", READ_PROVIDERS);
  if (found.kind !== "lookup") throw new Error(`${booked.link} is ${found.kind}`);
  return simulator.read(found.lookup, contextOf(provider), (answer) => ({
    status: status ?? answer.status,
  }));
}

test("every provider that is read over the network has specimens", () => {
  expect(Object.keys(SPECIMENS).sort()).toEqual([...READ_PROVIDERS].sort());
});

test.each(["telebirr", "cbe", "awash", "dashen", "cbe_birr", "mpesa"] as const)(
  "what the payer wrote is read, for codes in it: %s",
  async (provider) => {
    const { completed } = SPECIMENS[provider];
    const specimens = "impossible" in completed ? [] : completed;
    expect(specimens).not.toEqual([]);
    for (const { transfer, expect: decision } of specimens) {
      const wanted = { transfer: { ...transfer, reason: "Order ABC123" }, expect: decision };
      const result = await lookupResultOf(provider, await book(provider, wanted));
      expect(result).toMatchObject({
        receipt: { reason: expect.stringContaining("Order ABC123") },
      });
    }
  },
);

describe.each(READ_PROVIDERS)("%s", (provider) => {
  const specimens = SPECIMENS[provider];

  test("has a specimen of every kind", () => {
    for (const kind of KINDS) {
      const own = specimens[kind];
      expect("impossible" in own ? own.impossible : own.length, kind).toBeTruthy();
    }
  });

  const cases = KINDS.flatMap((kind) => {
    const own = specimens[kind];
    return "impossible" in own ? [] : own.map((specimen) => [kind, specimen] as const);
  });

  test.each(cases)("%s: %j", async (_kind, specimen) => {
    const booked = await book(provider, specimen);
    expect(decisionOf(provider, await lookupResultOf(provider, booked))).toBe(specimen.expect);
  });

  test("not found: the recorded answer", async () => {
    const lookup = simulator.adapters[provider].canary?.();
    if (lookup === undefined) throw new Error("no canary");
    expect(await simulator.read(lookup, contextOf(provider))).toEqual({ kind: "not_found" });
  });

  test.each([500, 502, 503, 429])("error page: %i is an outage", async (status) => {
    const lookup = simulator.adapters[provider].canary?.();
    if (lookup === undefined) throw new Error("no canary");
    const page = answerOf("<html><body>Error</body></html>", "text/html", status);
    expect((await ADAPTERS[provider].read(page, lookup)).kind).toBe("unavailable");
  });

  test("error page: 200 with another text is unreadable, and says why", async () => {
    const lookup = simulator.adapters[provider].canary?.();
    if (lookup === undefined) throw new Error("no canary");
    for (const text of ["<html><body>Try again later</body></html>", "", "{}", "null"]) {
      const result = await ADAPTERS[provider].read(answerOf(text), lookup);
      expect(result.kind, text).toMatch(/unreadable|unavailable/);
      if (result.kind === "unreadable") expect(result.why).toMatch(/^[\w.'&+%/ ():-]{4,80}$/);
    }
  });

  test.each([203, 302, 403])(
    "error page: a whole receipt under %i is unreadable",
    async (status) => {
      const booked = await book(provider, { transfer: {}, expect: "count" });
      expect((await lookupResultOf(provider, booked)).kind).toBe("receipt");
      const why = `unexpected status ${status}`;
      expect(await lookupResultOf(provider, booked, status)).toEqual({ kind: "unreadable", why });
    },
  );

  test("truncated page: never another receipt than the whole one", async () => {
    const booked = await book(provider, { transfer: {}, expect: "count" });
    const whole = await lookupResultOf(provider, booked);
    await simulator.call("PUT", `bank/${provider}/mode/`, { mode: "garbled" });
    const half = await lookupResultOf(provider, booked);
    await simulator.call("PUT", `bank/${provider}/mode/`, { mode: "up" });
    expect(whole.kind).toBe("receipt");
    expect(half.kind).toMatch(/unreadable|unavailable/);
  });

  test("renamed labels: unreadable, never not found", async () => {
    const booked = await book(provider, { transfer: {}, expect: "count" });
    await simulator.call("PUT", `bank/${provider}/mode/`, { mode: "changed" });
    const result = await lookupResultOf(provider, booked);
    await simulator.call("PUT", `bank/${provider}/mode/`, { mode: "up" });
    expect(result.kind).toBe("unreadable");
  });

  test.each([
    ["en", "debit"],
    ["en", "credit"],
    ["am", "debit"],
    ["am", "credit"],
  ])("SMS (%s, %s): one reference, with its link and without", async (sms_language, sms_side) => {
    const booked = await book(provider, {
      transfer: { sms_language, sms_side, link_form: "pdf" },
      expect: "count",
    });
    const sms = booked.sms ?? "";
    for (const text of [sms, sms.replace(/https:\S+/, "")]) {
      // Wegagen's SMS carries nothing but the link.
      if (provider === "wegagen" && text !== sms) continue;
      expect(recognizeInput(text, PROVIDERS), text).toMatchObject({
        kind: "lookup",
        lookup: { provider, reference: expect.stringMatching(`^${booked.reference}`) },
      });
    }
  });
});

describe.each(Object.keys(LINKS) as (keyof typeof LINKS)[])("links of %s", (provider) => {
  test.each(LINKS[provider])("%s", (link) => {
    const forms = [link, link.replace("https://", ""), `QR: ${link}`, `ደረሰኝ፡${link}። እናመሰግናለን`];
    for (const text of forms) {
      expect(recognizeInput(text, PROVIDERS), text).toMatchObject({
        kind: "lookup",
        lookup: { provider },
      });
    }
  });

  test("each form in the facts has a specimen", () => {
    const { links, linkParts } = FACTS[provider];
    for (const link of links) {
      const read = linkReader({ links: [link], linkParts });
      expect(
        LINKS[provider].some((specimen) => read(specimen) !== null),
        link,
      ).toBe(true);
    }
  });

  test("a link to any other host or path is not one", () => {
    for (const link of LINKS[provider]) {
      for (const wrong of [
        link.replace(/https:\/\/[^/]+/, "https://evil.example"),
        link.replace(/https:\/\/([^/]+)/, "https://$1.evil.example"),
        link.replace(/https:\/\//, "https://user@"),
        `${link}/../x`,
      ]) {
        expect(recognizeInput(wrong, PROVIDERS).kind, wrong).not.toBe("lookup");
      }
    }
  });
});

describe.each(PROVIDERS.filter((id) => FACTS[id].reviewOnly && id !== "manual"))(
  "%s, which only a person can read",
  (provider: ProviderId) => {
    test("goes to review with the link", () => {
      const [link = ""] = LINKS[provider as keyof typeof LINKS];
      const found = recognizeInput(link.replace("https://", ""), PROVIDERS);
      if (found.kind !== "lookup") throw new Error(found.kind);
      expect(ADAPTERS[provider].answer?.(found.lookup, {} as never)).toEqual({
        kind: "manual",
        link,
      });
    });
  },
);
