import { now } from "../../pipeline/deps.ts";
import { sampleCheckout, warmUp } from "../../use-cases/checkouts/warm-up.ts";
import { currentPage } from "./current-page.ts";
import { renderPayPage } from "./render-pay-page.ts";

/** Renders a page in the two languages that most readers use: texts, formats of money and time, and the QR code. */
export function warmUpPayPage(): Promise<readonly unknown[]> {
  return warmUp(async () => {
    for (const lang of ["am", "en"] as const) {
      renderPayPage(await currentPage(sampleCheckout(), { lang }, now()));
    }
  });
}
