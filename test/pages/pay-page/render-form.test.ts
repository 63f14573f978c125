import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { reasonCode } from "../../../lib/domain/notice-fit.ts";
import { PAYER_LANGUAGES } from "../../../lib/domain/payer-language.ts";
import { PROVIDERS } from "../../../lib/domain/provider.ts";
import { type PayPage, renderPayPage } from "../../../lib/pages/pay-page/render-pay-page.ts";
import { type Situation, TREATMENTS } from "../../../lib/pages/pay-page/situation.ts";
import { textsIn } from "../../../lib/pages/pay-page/texts/texts.ts";
import { FACTS } from "../../../lib/providers/facts.ts";
import {
  checkout,
  METHODS,
  pairedSpecimen,
  prepareSpecimens,
  SITUATIONS,
  specimen,
} from "../../support/pay-page-specimens.ts";

beforeAll(prepareSpecimens);

function documentOf(page: PayPage) {
  return parse(renderPayPage(page).body);
}

describe("the tried reference", () => {
  const TRIED = [
    ...["checking", "bank_silent", "not_there_yet", "confirming"],
    ...["already_used", "too_old", "receiver_mismatch", "unreadable"],
  ] as Situation[];

  it.each([...TRIED, "not_found"] as Situation[])("is shown with %s", (situation) => {
    const document = documentOf(specimen(situation));
    expect(document.querySelector(".notice")?.textContent.match(/DKK3A7B9XZ/g)).toHaveLength(1);
    const field = document.querySelector("#reference");
    const { form, prefills } = TREATMENTS[situation];
    if (form !== "none") expect(field?.textContent.trim()).toBe(prefills ? "DKK3A7B9XZ" : "");
  });

  it("is shortened when it is very long", () => {
    const page = specimen("checking");
    const reference = "PAID AT THE DESK ".repeat(20);
    const attempt = page.context.attempt && {
      ...page.context.attempt,
      lookup: { ...page.context.attempt.lookup, reference },
    };
    const document = documentOf({ ...page, context: { ...page.context, attempt } });
    const shown = document.querySelector(".tried bdi")?.textContent ?? "";
    expect(shown).toMatch(/^PAID AT THE DESK .*…$/);
    expect(shown).toHaveLength(32);
    expect(document.querySelector("#reference")?.textContent).toContain(reference);
  });

  it("is prefilled with the bank where it was tried", () => {
    const [telebirr, cbe, cbeBirr] = METHODS;
    if (!telebirr || !cbe || !cbeBirr) throw new Error("three methods");
    const methods = [cbeBirr, cbe, telebirr];
    const hidden = specimen("checking");
    const form = documentOf({ ...hidden, checkout: { ...hidden.checkout, methods } });
    expect(form.querySelector("input[name=method]")?.getAttribute("value")).toBe(telebirr.id);
    const open = specimen("not_found", { checkout: checkout({ methods }) });
    const chosen = documentOf(open).querySelector("input[name=method][checked]");
    expect(chosen?.getAttribute("value")).toBe(telebirr.id);
  });
});

describe("the steps", () => {
  it.each(SITUATIONS)("are named only where they are numbered: %s", (situation) => {
    for (const language of ["en", "am"] as const) {
      for (const switchedOff of [[], ["telebirr"]] as const) {
        const document = documentOf(specimen(situation, { language, switchedOff }));
        const numbers = document
          .querySelectorAll("h2 .number")
          .map(({ textContent }) => textContent);
        const said = document.querySelector("main")?.textContent.match(/(?:step|ደረጃ) \d/giu) ?? [];
        expect(said.filter((step) => !numbers.includes(step.slice(-1)))).toEqual([]);
      }
    }
  });
});

describe("a field that only some banks need", () => {
  const field = (name: string, page: PayPage) =>
    documentOf(page).querySelector(`[name=${name}]`)?.closest(".field");
  const form = { input: "TT26324ABCDE", candidates: [], confirm: null };
  const telebirrOnly = checkout({ methods: METHODS.slice(0, 1) });

  it.each([
    ["payer_account_suffix", "account_digits_needed"],
    ["payer_phone", "bad_phone"],
  ] as const)("is shown, whichever bank is chosen, when %s is asked for", (name, situation) => {
    for (const shop of [telebirrOnly, checkout()]) {
      const shown = field(name, specimen(situation, { checkout: shop, form }));
      expect(shown?.hasAttribute("data-for")).toBe(false);
    }
  });

  it("stays once it is filled, and otherwise belongs to those banks", () => {
    const filled = { ...form, payerAccountSuffix: "12345" };
    const page = specimen("rate_limited", { checkout: telebirrOnly, form: filled });
    expect(field("payer_account_suffix", page)?.hasAttribute("data-for")).toBe(false);
    expect(field("payer_account_suffix", { ...page, form })).toBeUndefined();
    expect(field("payer_phone", specimen("waiting"))?.getAttribute("data-for")).toBe("cbe_birr");
  });
});

describe("the short code", () => {
  const BANKS = PROVIDERS.filter((id) => FACTS[id].isGeneric !== true);
  const [method] = METHODS;
  /** Values to copy, by bank. */
  const copied = (page: PayPage) =>
    documentOf(page)
      .querySelectorAll(".method")
      .filter((one) => one.querySelector(`[data-copy="${reasonCode(page.checkout)}"]`))
      .map((one) => one.querySelector("input")?.getAttribute("data-provider"));
  const pageOf = (changes: Partial<Checkout>, language: PayPage["language"] = "en") => {
    const page = pairedSpecimen(language);
    const methods = method ? BANKS.map((provider) => ({ ...method, provider })) : [];
    return { ...page, checkout: { ...page.checkout, methods, ...changes } };
  };

  it.each(PAYER_LANGUAGES)("is a line to copy for the banks that print a reason, in %s", (one) => {
    const page = pageOf({}, one);
    expect(copied(page)).toEqual(["telebirr", "cbe", "awash", "cbe_birr", "mpesa"]);
    const row = documentOf(page).querySelector(`[data-copy="${reasonCode(page.checkout)}"]`);
    expect(row?.closest(".row")?.textContent).toContain(
      `${textsIn(one).paired.reason}${reasonCode(page.checkout)}`,
    );
  });

  it("is nowhere on the page of a shop without a paired phone", () => {
    const { notices, ...unpaired } = pageOf({}).checkout;
    const page = specimen("waiting", { checkout: unpaired });
    expect(notices).toBeDefined();
    expect(copied(page)).toEqual([]);
    expect(renderPayPage(page).body).not.toContain(reasonCode(unpaired));
  });
});
