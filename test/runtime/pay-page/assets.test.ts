import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { buildPayPage, PAY_PAGE_ASSETS } from "../../../lib/infra/build-pay-page.ts";
import { SCRIPT, STYLE } from "../../../lib/runtime/pay-page/assets.ts";
import { renderPayPage } from "../../../lib/runtime/pay-page/render-pay-page.ts";
import { checkout, ENVIRONMENT, SITUATIONS, specimen } from "../../support/pay-page-specimens.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

beforeAll(() => Object.assign(process.env, ENVIRONMENT));

describe("what the pay page ships", () => {
  it("is built from the sources as they stand", async () => {
    expect(await readFile(join(ROOT, PAY_PAGE_ASSETS), "utf8")).toBe(await buildPayPage(ROOT));
  });

  it("has at most 10 KB of gzipped script", () => {
    expect(gzipSync(SCRIPT).length).toBeLessThanOrEqual(10_240);
  });

  it("is at most 30 KB in all, uncompressed, whatever it says and in whichever language", () => {
    const sizes = SITUATIONS.flatMap((situation) =>
      (["en", "am"] as const).flatMap((language) =>
        [true, false].map((livemode) =>
          Buffer.byteLength(
            renderPayPage({
              ...specimen(situation, { language }),
              checkout: { ...specimen(situation).checkout, livemode },
            }).body,
          ),
        ),
      ),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(30_720);
  });

  it("asks nobody else for anything", () => {
    expect(STYLE).not.toMatch(/url\(|@import|@font-face/);
    expect(SCRIPT).not.toMatch(/https?:|import\(|eval|new Function/);
    const { body } = renderPayPage(
      specimen("waiting", { checkout: checkout({ returnUrl: null }) }),
    );
    expect(body).not.toMatch(/\ssrc=|<link(?![^>]*href="data:,")/);
  });

  it("cannot end its own elements early", () => {
    expect(SCRIPT).not.toMatch(/<\/script|<!--/i);
    expect(STYLE).not.toMatch(/<\/style/i);
  });
});
