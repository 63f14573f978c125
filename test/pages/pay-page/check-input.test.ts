import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import type { ProviderId } from "../../../lib/domain/provider.ts";
import { checkInput } from "../../../lib/pages/pay-page/check-input.ts";
import { renderPayPage } from "../../../lib/pages/pay-page/render-pay-page.ts";
import { recognizeFor } from "../../../lib/use-cases/banks/lookup.ts";
import {
  checkout,
  METHODS,
  NOW,
  prepareSpecimens,
  specimen,
} from "../../support/pay-page-specimens.ts";

beforeAll(prepareSpecimens);

const [telebirr, cbe] = METHODS.map(({ id }) => id);
/** Wallet references carry their day: D = 2026, K = November, then 1–9 and A–V. */
const TODAY = "DKK3A7B9XZ";
const TRANSFER = "FT26324ABCDE";
const JANUARY = "DAA3A7B9XZ";

const read = (input: string, more: object = {}, changes: object = {}) =>
  checkInput(checkout(changes), { input, ...more }, NOW);

async function situation(...[input, more, changes]: Parameters<typeof read>) {
  const result = await read(input, more, changes);
  return "question" in result ? result.question.situation : result.lookup.provider;
}

describe("checkInput", () => {
  it("assigns an ambiguous number to the chosen bank", async () => {
    expect(await situation(TODAY, { method: telebirr })).toBe("telebirr");
  });

  it("asks which bank when the chosen one cannot have issued the number", async () => {
    const result = await read(TODAY, { method: cbe });
    if (!("question" in result)) throw new Error("no question");
    expect(result.question.situation).toBe("which_bank");
    expect(result.question.form.candidates).toEqual(["telebirr", "cbe_birr"]);
    expect(result.question.form.input).toBe(TODAY);
  });

  it("doesn't ask when the shop has an account at only one of the candidates", async () => {
    const [wallet, bank] = METHODS;
    for (const methods of [[wallet], [wallet, bank]]) {
      // No form after a first try carries a method.
      expect(await read(TODAY, {}, { methods })).not.toHaveProperty("question");
      expect(await read(JANUARY, {}, { methods })).toMatchObject({
        question: { situation: "odd_date", context: { reference: JANUARY } },
      });
    }
    const both = { methods: [wallet, bank] };
    expect(await read(TRANSFER, { method: telebirr }, both)).not.toHaveProperty("question");
  });

  it("takes five digits after a number for an account's at Abyssinia only where the shop has one there", async () => {
    const cbeOnly = METHODS.slice(1, 2);
    const boa = METHODS.slice(0, 1).map((one) => ({ ...one, provider: "boa" as const }));
    const at = (methods: object) => read(`${TRANSFER} 15000`, {}, { methods });
    expect(await at(cbeOnly)).toMatchObject({
      lookup: { provider: "cbe", reference: TRANSFER, parts: {} },
    });
    expect(await at(boa)).toMatchObject({
      lookup: { provider: "boa", parts: { suffix: "15000" } },
    });
    expect(await at([...cbeOnly, ...boa])).toMatchObject({
      question: { form: { candidates: ["cbe", "boa"] } },
    });
  });

  it("asks about every candidate when the shop has an account at none of them", async () => {
    const result = await read(TRANSFER, {}, { methods: METHODS.slice(0, 1) });
    expect(result).toMatchObject({
      question: { situation: "which_bank", form: { candidates: ["cbe", "boa", "amhara"] } },
    });
  });

  it("asks which bank when the text names several, whatever the shop or the form has", async () => {
    const sms =
      "Dear Almaz, you have sent 1,500.00 Birr to telebirr wallet 251911***142 on 20/11/26 at 7:29 PM. Transaction number UKK1AB2CD3. Your current M-PESA balance is 5.00 Birr.";
    const methods = METHODS.slice(0, 1);
    const providers = ["telebirr", "mpesa"];
    expect(await recognizeFor(checkout({ methods }), sms, undefined)).toEqual({
      kind: "ambiguous",
      providers,
      isNamed: true,
    });
    for (const method of [undefined, telebirr]) {
      const result = await read(sms, { method }, { methods });
      if (!("question" in result)) throw new Error("no question");
      expect(result.question).toMatchObject({
        situation: "which_bank",
        form: { candidates: providers },
      });
      const { form } = result.question;
      const page = specimen("which_bank", { checkout: checkout({ methods }), form });
      const radios = parse(renderPayPage(page).body).querySelectorAll("input[name=provider]");
      expect(radios.map((radio) => radio.getAttribute("value"))).toEqual(providers);
    }
    expect(await situation(sms, { method: telebirr, provider: "mpesa" }, { methods })).toBe(
      "mpesa",
    );
  });

  it("prefers the bank named after the question to the chosen method", async () => {
    expect(await situation(TODAY, { method: cbe, provider: "telebirr" })).toBe("telebirr");
  });

  it.each([
    ["a link", "https://apps.cbe.com.et:100/?id=FT26324ABCDE12345678", "cbe"],
    ["a number of another form", TRANSFER, "cbe"],
    [
      "a link to a bank where the shop has no account",
      "https://cs.bankofabyssinia.com/slip/?trx=FT26324ABCDE12345",
      "boa",
    ],
  ])(
    "looks %s up at its own bank although another one is still selected",
    async (_, input, bank) => {
      const result = await read(input, { provider: "telebirr" });
      expect("lookup" in result && result.lookup.provider).toBe(bank);
    },
  );

  it("asks again where the selected bank cannot have issued an ambiguous number", async () => {
    const methods = METHODS.slice(0, 1);
    expect(await situation(TRANSFER, { provider: "telebirr" }, { methods })).toBe("which_bank");
  });

  it("leaves a bare number to the merchant where manual payment is chosen, but not a link", async () => {
    const [wallet, bank] = METHODS;
    const manual = { ...METHODS[0], id: "pm_manual", provider: "manual" as const };
    const methods = [wallet, bank, manual];
    expect(await situation(TODAY, { method: manual.id }, { methods })).toBe("manual");
    const link = "https://apps.cbe.com.et:100/?id=FT26324ABCDE12345678";
    expect(await situation(link, { method: manual.id }, { methods })).toBe("cbe");
  });

  describe("without a chosen method", () => {
    const shopWith = (...providers: readonly ProviderId[]) => ({
      methods: providers.map((provider) => ({ ...METHODS[0], id: `pm_${provider}`, provider })),
    });
    const mixed = shopWith("telebirr", "cbe", "manual");
    const LINK = "https://apps.cbe.com.et:100/?id=FT26324ABCDE12345678";
    const SLIP = "TRX-000123";

    it("leaves any number to a merchant who looks up every payment, but not a link", async () => {
      const shop = shopWith("manual", "manual");
      for (const input of [SLIP, TODAY, TRANSFER]) {
        expect(await situation(input, {}, shop)).toBe("manual");
      }
      expect(await situation(LINK, {}, shop)).toBe("cbe");
    });

    it("leaves a text to that merchant unless it names a bank, though its number has a bank's form", async () => {
      const shop = shopWith("manual");
      const sms = "your account 1****1234 was debited with ETB 1,500.00. Ref No: HB123456789.";
      for (const input of ["HB123456789.", "Ref: HB123456789", `Dear Almaz, ${sms} Hibret Bank`]) {
        expect(await situation(input, {}, shop)).toBe("manual");
      }
      expect(await situation(`telebirr: transaction number is ${TODAY}.`, {}, shop)).toBe(
        "telebirr",
      );
    });

    it.each([
      ["is no bank's", SLIP, mixed, ["telebirr", "cbe", "manual"]],
      ["may be one bank's", TODAY, mixed, ["telebirr", "manual"]],
      [
        "may be of several banks",
        TRANSFER,
        shopWith("boa", "cbe", "manual"),
        ["cbe", "boa", "manual"],
      ],
    ] as const)(
      "asks whether a number that %s is the merchant's",
      async (_, input, shop, candidates) => {
        expect(await read(input, {}, shop)).toMatchObject({
          question: { situation: "which_bank", form: { candidates } },
        });
        for (const provider of candidates) {
          const canBe = input !== SLIP || provider === "manual";
          const expected = canBe ? provider : "not_a_reference";
          expect(await situation(input, { provider }, shop)).toBe(expected);
        }
      },
    );

    it("doesn't ask about a link, a chosen bank's number or a shop that looks up nothing", async () => {
      expect(await situation(LINK, {}, mixed)).toBe("cbe");
      expect(await situation(SLIP, { method: "pm_telebirr" }, mixed)).toBe("not_a_reference");
      expect(await situation(SLIP)).toBe("not_a_reference");
    });
  });

  it("keeps the bank that was named, with the others, whatever else it asks", async () => {
    const both = ["telebirr", "cbe_birr"];
    expect(await read(JANUARY, { provider: "telebirr" })).toMatchObject({
      question: { situation: "odd_date", form: { provider: "telebirr", candidates: both } },
    });
    expect(await read(TODAY, { provider: "telebirr" })).toMatchObject({
      lookup: { provider: "telebirr" },
      form: { provider: "telebirr", candidates: both },
    });
  });

  it("asks once about a number dated more than two days off", async () => {
    const result = await read(JANUARY, { method: telebirr });
    if (!("question" in result)) throw new Error("no question");
    expect(result.question.situation).toBe("odd_date");
    expect(result.question.form.confirm).toBe(JANUARY);
    expect(await situation(JANUARY, { method: telebirr, confirmed: JANUARY })).toBe("telebirr");
    expect(await situation("DAB3A7B9XZ", { method: telebirr, confirmed: JANUARY })).toBe(
      "odd_date",
    );
  });

  it("accepts numbers dated within two days of the checkout", async () => {
    // The 18th and the 22nd of November 2026, for a checkout of the 20th.
    for (const near of ["DKI3A7B9XZ", "DKM3A7B9XZ"]) {
      expect(await situation(near, { method: telebirr })).toBe("telebirr");
    }
    for (const far of ["DKG3A7B9XZ", "DKN3A7B9XZ"]) {
      expect(await situation(far, { method: telebirr })).toBe("odd_date");
    }
  });

  it("rejects prose, empty input and the other mode's numbers", async () => {
    expect(await situation("")).toBe("not_a_reference");
    expect(await situation("I have paid, believe me")).toBe("not_a_reference");
    expect(await situation("TESTOK1")).not.toBe("sandbox");
    expect(await situation("TESTOK1", {}, { livemode: false })).toBe("sandbox");
  });

  it("accepts any text for manual methods, in live mode only", async () => {
    const [method] = METHODS.map((one) => ({ ...one, provider: "manual" as const }));
    const changes = { methods: [method] };
    expect(await situation("TRX-000123", { method: method?.id }, changes)).toBe("manual");
    expect(
      await situation("TESTOK1", { method: method?.id }, { ...changes, livemode: false }),
    ).toBe("sandbox");
  });

  it("ignores values that our form never sends", async () => {
    expect(await situation(TODAY, { method: "pm_x", provider: "__proto__" })).toBe("which_bank");
  });
});
