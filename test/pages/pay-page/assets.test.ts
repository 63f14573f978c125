import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { PAYER_LANGUAGES } from "../../../lib/domain/payer-language.ts";
import { SCRIPT, STYLE } from "../../../lib/pages/pay-page/assets.ts";
import { renderPayPage } from "../../../lib/pages/pay-page/render-pay-page.ts";
import {
  checkout,
  pairedSpecimen,
  prepareSpecimens,
  SITUATIONS,
  specimen,
} from "../../support/pay-page-specimens.ts";

beforeAll(prepareSpecimens);

describe("what the pay page ships", () => {
  it("is at most 11 KB gzipped in one response, in every situation and language", () => {
    const sizes = SITUATIONS.flatMap((situation) =>
      PAYER_LANGUAGES.flatMap((language) =>
        [true, false].map((livemode) => {
          const { checkout: shown, ...page } = specimen(situation, { language });
          const { body } = renderPayPage({ ...page, checkout: { ...shown, livemode } });
          return gzipSync(body).length;
        }),
      ),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(11_000);
  });

  it.each(PAYER_LANGUAGES)(
    "is at most 27 KB for a shop with three banks and its own color, in every situation, in %s",
    (language) => {
      for (const situation of SITUATIONS) {
        const { checkout: shown, ...page } = specimen(situation, { language });
        const brand = { logo: null, color: "#c2410c" };
        const live = renderPayPage({
          ...page,
          checkout: { ...shown, brand, livemode: true },
        });
        expect(shown.methods, situation).toHaveLength(3);
        expect(Buffer.byteLength(live.body), situation).toBeLessThanOrEqual(27 * 1024);
        const test = renderPayPage({
          ...page,
          checkout: { ...shown, brand, livemode: false },
        });
        // The list of test references, which no customer sees.
        expect(Buffer.byteLength(test.body), situation).toBeLessThanOrEqual(29 * 1024);
      }
    },
  );

  it.each(PAYER_LANGUAGES)(
    "is at most 27 KB for a shop with three banks, its own color and a paired phone, in %s",
    (language) => {
      const { checkout: shown, ...page } = pairedSpecimen(language);
      const brand = { logo: null, color: "#c2410c" };
      expect(shown.methods).toHaveLength(3);
      for (const triesLeft of [null, 5, 4]) {
        const arrived = triesLeft === null ? null : { notices: [], triesLeft };
        const paired = { arrived, payerPhone: null };
        const { body } = renderPayPage({ ...page, paired, checkout: { ...shown, brand } });
        expect(body).toContain(arrived === null ? 'id="payer-number"' : "data-notice");
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(27 * 1024);
      }
    },
  );

  it("leaves the scanner and the card's style out of the first load", () => {
    expect(SCRIPT).not.toMatch(/getUserMedia|createImageBitmap/);
    expect(STYLE).not.toContain(".counter");
  });

  it("loads nothing from other origins", () => {
    expect(STYLE).not.toMatch(/url\(|@import|@font-face/);
    expect(SCRIPT).not.toMatch(/https?:|import\(|eval|new Function/);
    const { body } = renderPayPage(
      specimen("waiting", { checkout: checkout({ returnUrl: null }) }),
    );
    expect(body).not.toMatch(/\ssrc=(?!"data:image\/png)|<link(?![^>]*href="data:,")/);
  });

  it("cannot end its own elements early", () => {
    expect(SCRIPT).not.toMatch(/<\/script|<!--/i);
    expect(STYLE).not.toMatch(/<\/style/i);
  });
});
