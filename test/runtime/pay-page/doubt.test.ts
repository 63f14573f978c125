import { beforeAll, describe, expect, it } from "vitest";
import { readTyped } from "../../../lib/runtime/pay-page/doubt.ts";
import { checkout, ENVIRONMENT, METHODS, NOW } from "../../support/pay-page-specimens.ts";

beforeAll(() => Object.assign(process.env, ENVIRONMENT));

const [telebirr, cbe] = METHODS.map(({ id }) => id);
/** Wallet references carry their day: D = 2026, K = November, then 1–9 and A–V. */
const TODAY = "DKK3A7B9XZ";
const TRANSFER = "FT26324ABCDE";
const JANUARY = "DAA3A7B9XZ";

const read = (input: string, more: object = {}, changes: object = {}) =>
  readTyped(checkout(changes), { input, ...more }, NOW);

async function situation(...[input, more, changes]: Parameters<typeof read>) {
  const result = await read(input, more, changes);
  return "doubt" in result ? result.doubt.situation : result.provider;
}

describe("readTyped", () => {
  it("takes a number that several banks could have given for the one that was chosen", async () => {
    expect(await situation(TODAY, { method: telebirr })).toBe("telebirr");
  });

  it("asks which bank where the chosen one cannot have given it", async () => {
    const result = await read(TODAY, { method: cbe });
    if (!("doubt" in result)) throw new Error("no doubt");
    expect(result.doubt.situation).toBe("which_bank");
    expect(result.doubt.form.candidates).toEqual(["telebirr", "cbe_birr"]);
    expect(result.doubt.form.input).toBe(TODAY);
  });

  it("asks nothing that the shop's only account of the kind tells", async () => {
    const [wallet, bank] = METHODS;
    for (const methods of [[wallet], [wallet, bank]]) {
      // No form after a first try carries a method.
      expect(await read(TODAY, {}, { methods })).not.toHaveProperty("doubt");
      expect(await read(JANUARY, {}, { methods })).toMatchObject({
        doubt: { situation: "odd_date", aside: { reference: JANUARY } },
      });
    }
    const both = { methods: [wallet, bank] };
    expect(await read(TRANSFER, { method: telebirr }, both)).not.toHaveProperty("doubt");
  });

  it("asks about every bank where the shop has an account at none of them", async () => {
    const result = await read(TRANSFER, {}, { methods: METHODS.slice(0, 1) });
    expect(result).toMatchObject({
      doubt: { situation: "which_bank", form: { candidates: ["cbe", "boa"] } },
    });
  });

  it("takes the bank that the payer named, over the one that he chose to pay with", async () => {
    expect(await situation(TODAY, { method: cbe, provider: "telebirr" })).toBe("telebirr");
  });

  it("asks about a number whose own date lies more than two days off, once", async () => {
    const result = await read(JANUARY, { method: telebirr });
    if (!("doubt" in result)) throw new Error("no doubt");
    expect(result.doubt.situation).toBe("odd_date");
    expect(result.doubt.form.confirm).toBe(JANUARY);
    expect(await situation(JANUARY, { method: telebirr, confirmed: JANUARY })).toBe("telebirr");
    expect(await situation("DAB3A7B9XZ", { method: telebirr, confirmed: JANUARY })).toBe(
      "odd_date",
    );
  });

  it("does not ask about the two days around the checkout", async () => {
    // The 18th and the 22nd of November 2026, for a checkout of the 20th.
    for (const near of ["DKI3A7B9XZ", "DKM3A7B9XZ"]) {
      expect(await situation(near, { method: telebirr })).toBe("telebirr");
    }
    for (const far of ["DKG3A7B9XZ", "DKN3A7B9XZ"]) {
      expect(await situation(far, { method: telebirr })).toBe("odd_date");
    }
  });

  it("asks for something better than prose, nothing, or another mode's number", async () => {
    expect(await situation("")).toBe("not_a_reference");
    expect(await situation("I have paid, believe me")).toBe("not_a_reference");
    expect(await situation("TESTOK1")).not.toBe("sandbox");
    expect(await situation("TESTOK1", {}, { livemode: false })).toBeUndefined();
  });

  it("leaves to a person what was paid where no bank can be asked, in live mode only", async () => {
    const [method] = METHODS.map((one) => ({ ...one, provider: "manual" as const }));
    const changes = { methods: [method] };
    expect(await situation("TRX-000123", { method: method?.id }, changes)).toBe("manual");
    expect(
      await situation("TESTOK1", { method: method?.id }, { ...changes, livemode: false }),
    ).toBeUndefined();
  });

  it("ignores what no form of ours sends", async () => {
    expect(await situation(TODAY, { method: "pm_x", provider: "__proto__" })).toBe("which_bank");
  });
});
