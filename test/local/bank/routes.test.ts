import { describe, expect, test } from "vitest";
import { bankRoutes } from "../../../lib/local/bank/simulator.ts";
import { BANK_PROVIDERS } from "../../../lib/local/bank/transfer.ts";
import { CBE_HEADERS, lookupPath, openBank } from "./simulated-bank.ts";

describe("making a transfer", () => {
  test.each(BANK_PROVIDERS)(
    "%s answers a reference, a link with it and a message with both",
    async (provider) => {
      const simulator = openBank();
      const made = await simulator.pay({ provider, amount: 150000 });
      expect(made.provider).toBe(provider);
      expect(made.aliases).toEqual([]);
      expect(made.sms).toContain(made.reference);
      expect(made.sms).toContain(made.link);
      expect(made.sms).toContain("1,500.00");
      if (provider !== "cbe") expect(made.link).toContain(made.reference);
    },
  );

  test("takes the receiver of the seeded app where the body names none", async () => {
    const simulator = openBank({
      defaults: { telebirr: { receiver_account: "0911000042", receiver_name: "Mebrat Books" } },
    });
    const page = await simulator.call(
      "GET",
      lookupPath(await simulator.pay({ provider: "telebirr", amount: 1 })),
    );
    expect(page.text).toContain("Mebrat Books");
    expect(page.text).toContain("2519****0042");
  });

  test("writes the message in Amharic when asked", async () => {
    const made = await openBank().pay({ provider: "cbe", amount: 5000, sms_language: "am" });
    expect(made.sms).toContain("የግብይት ቁጥር");
    expect(made.sms).toContain(made.reference);
  });

  test.each([
    ["no provider", { amount: 1 }, "provider"],
    ["an unknown provider", { provider: "nobank", amount: 1 }, "provider"],
    ["no amount", { provider: "cbe" }, "amount"],
    ["a fraction", { provider: "cbe", amount: 1.5 }, "amount"],
    ["a text amount", { provider: "cbe", amount: "100" }, "amount"],
    ["nothing at all", { provider: "cbe", amount: 0 }, "amount"],
    ["an unknown field", { provider: "cbe", amount: 1, colour: "red" }, "colour"],
    ["a local time", { provider: "cbe", amount: 1, paid_at: "2026-11-20 10:00" }, "paid_at"],
    ["an unknown status", { provider: "cbe", amount: 1, status: "maybe" }, "status"],
    ["itself as via", { provider: "cbe", amount: 1, via: "cbe" }, "via"],
    ["an unknown variant", { provider: "cbe", amount: 1, variant: "gold" }, "variant"],
    ["a small currency", { provider: "cbe", amount: 1, currency: "etb" }, "currency"],
    ["broken JSON", "{", ""],
  ])("refuses %s and says which field", async (_case, body, field) => {
    const reply = await openBank().call("POST", "bank/transfers/", body);
    expect(reply.status).toBe(400);
    expect(reply.type).toBe("application/problem+json");
    const problem = JSON.parse(reply.text) as { detail: string; code: string };
    expect(problem.code).toBe("invalid_request");
    expect(problem.detail).toContain(field);
  });

  test("leaves other paths to others", async () => {
    const routes = bankRoutes({ now: () => 0, storage: null });
    const request = {
      method: "GET",
      query: new URLSearchParams(),
      headers: {},
      body: new Uint8Array(),
    };
    expect(await routes({ ...request, path: "sms/" })).toBeNull();
    expect(await routes({ ...request, path: "banker/" })).toBeNull();
    expect((await routes({ ...request, path: "bank/manual/" }))?.status).toBe(404);
  });
});

describe("money from a wallet into a bank", () => {
  test.each([
    ["telebirr", "cbe"],
    ["cbe", "telebirr"],
  ])("%s via %s can be fetched at both, each naming the other", async (provider, via) => {
    const simulator = openBank();
    const made = await simulator.pay({
      provider,
      via,
      amount: 70000,
      receiver_account: "1000900050401",
      receiver_name: "Kidane Worota",
    });
    expect(made.aliases).toHaveLength(1);
    const listed = JSON.parse((await simulator.call("GET", "bank/")).text) as {
      data: (typeof made)[];
    };
    const legs = [made, ...listed.data.filter((leg) => leg.provider === via)];
    expect(legs[1]?.reference).toBe(made.aliases[0]?.reference);
    for (const leg of legs) {
      const reply = await simulator.call("GET", lookupPath(leg), undefined, CBE_HEADERS);
      expect(reply.status).toBe(200);
      expect(reply.text).toContain(leg.reference);
      expect(reply.text).toContain("700.00");
    }
    const wallet = legs.find((leg) => leg.provider === "telebirr");
    const page = (await simulator.call("GET", lookupPath(wallet ?? made))).text;
    expect(page).toContain("1000900050401 Kidane Worota");
    expect(page).toContain("Commercial Bank of Ethiopia");
  });
});

describe("what was asked", () => {
  test("each request at a simulator is kept until deleted, with its path and headers", async () => {
    const simulator = openBank();
    await simulator.call("GET", "bank/mpesa/api/receipt/getReceipt?trxNo=X", undefined, {
      "user-agent": "reader",
      cookie: "secret",
    });
    await simulator.call("GET", "bank/telebirr/receipt/AAAAAAAAAA");
    const data = async (path: string) =>
      (JSON.parse((await simulator.call("GET", path)).text) as { data: unknown[] }).data;
    expect(await data("bank/mpesa/requests/")).toEqual([
      {
        at: "2026-11-20T16:06:11.000Z",
        provider: "mpesa",
        method: "GET",
        path: "/api/receipt/getReceipt?trxNo=X",
        headers: { "user-agent": "reader" },
      },
    ]);
    expect(await data("bank/requests/")).toHaveLength(2);
    expect((await simulator.call("DELETE", "bank/mpesa/requests/")).status).toBe(204);
    expect(await data("bank/mpesa/requests/")).toEqual([]);
    expect(await data("bank/telebirr/requests/")).toHaveLength(1);
  });
});

describe("a restart", () => {
  test("keeps transfers, and goes on with references that are new", async () => {
    const first = openBank();
    const made = await first.pay({ provider: "dashen", amount: 2047500 });
    const storage = { load: () => first.memory.text, save: () => {} };
    const second = openBank({ storage });
    expect((await second.call("GET", lookupPath(made))).text).toContain("ETB 20,475.00");
    expect((await second.pay({ provider: "dashen", amount: 1 })).reference).not.toBe(
      made.reference,
    );
  });

  test("does not begin on a ledger it cannot read", () => {
    const storage = { load: () => "{", save: () => {} };
    expect(() => openBank({ storage })).toThrow();
  });
});
