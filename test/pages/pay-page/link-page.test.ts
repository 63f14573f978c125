import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { typedAmount } from "../../../lib/contract/typed-amount.ts";
import { renderLinkPage } from "../../../lib/pages/pay-page/link-page.ts";
import { APP, OPEN_LINK } from "../../support/pay-page-gallery.ts";
import { prepareSpecimens } from "../../support/pay-page-specimens.ts";

beforeAll(prepareSpecimens);

describe("a link with an open amount", () => {
  it.each([
    ["ETB", 150_000],
    ["JPY", 1500],
    ["KWD", 1_500_000],
  ])("suggests amounts that it takes, in %s", (currency, minor) => {
    for (const language of ["en", "am"] as const) {
      const link = { ...OPEN_LINK, currency };
      const page = {
        link,
        app: APP,
        unfinished: null,
        problem: "amount" as const,
        typed: "",
        language,
      };
      const document = parse(renderLinkPage(page).body);
      for (const place of ["#amount-hint", ".notice p"]) {
        const [example = ""] =
          /[\d,.]*\d/.exec(document.querySelector(place)?.textContent ?? "") ?? [];
        expect(typedAmount(example, currency)).toBe(minor);
      }
    }
  });
});
