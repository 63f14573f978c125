import { checkouts } from "virtual:endpoints";
import { dayOf, startOfDay, TIME_ZONE } from "../../../../lib/contract/days.ts";
import { client } from "../client.ts";
import { formatMoney } from "../format.ts";
import { element, problemPlace } from "../sign-in/controls.ts";
import { t } from "../texts/t.ts";
import { chosenApp } from "./amount-form.ts";
import { type Desk, type Sale, statusText } from "./sale-status.ts";

/** The most that the list shows. */
const SHOWN = 50;

/**
 * Lists the checkouts that this member created today, by the clock of Addis Ababa, with the sum of the verified ones.
 *
 * @param onOpen called with the sale that the member chose
 */
export async function drawToday(
  place: HTMLElement,
  desk: Desk,
  onOpen: (sale: Sale) => void,
): Promise<void> {
  const app = chosenApp(desk);
  if (desk.refusal === "role" || app === undefined) return;
  const title = element("h2", { className: "font-semibold" }, t("counter.today"));
  place.className = "mt-8 border-t border-line pt-4";
  try {
    const answer = await client.call(checkouts.listCheckouts, {
      query: {
        mine: "true",
        livemode: desk.livemode ? "true" : "false",
        created_gte: new Date(startOfDay(dayOf(Date.now()))).toISOString(),
        limit: SHOWN,
        // Members with some apps see one app at a time.
        ...(desk.isLimited && { app_id: app }),
      },
    });
    if (typeof answer === "string" || chosenApp(desk) !== app) return;
    const { data, has_more: hasMore } = answer;
    if (data.length === 0) {
      const none = element("p", { className: "mt-1 text-soft" }, t("counter.noneToday"));
      place.replaceChildren(title, none);
      return;
    }
    place.replaceChildren(
      title,
      hasMore ? "" : sumOf(data),
      element(
        "ul",
        { className: "mt-2 divide-y divide-line" },
        ...data.map((sale) => row(sale, onOpen)),
      ),
    );
  } catch (error) {
    if (chosenApp(desk) !== app) return;
    const problem = problemPlace();
    problem.show(error);
    place.replaceChildren(title, problem.place);
  }
}

function sumOf(sales: readonly Sale[]): HTMLElement | string {
  const verified = sales.filter(({ status }) => status === "verified");
  const currency = verified[0]?.currency;
  if (currency === undefined || verified.some((sale) => sale.currency !== currency)) return "";
  const received = verified.reduce((sum, sale) => sum + sale.amount_received, 0);
  const amount = formatMoney(received, currency);
  return element(
    "p",
    { className: "mt-1 text-soft tabular-nums" },
    t("counter.received", { amount }),
  );
}

function row(sale: Sale, onOpen: (sale: Sale) => void): HTMLElement {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: TIME_ZONE, timeStyle: "short" });
  return element(
    "li",
    {},
    element(
      "button",
      {
        type: "button",
        onclick: () => onOpen(sale),
        className:
          "flex min-h-14 w-full flex-wrap items-center justify-between gap-x-3 rounded-lg px-2 py-2 text-left hover:bg-hover",
      },
      element(
        "span",
        { className: "font-semibold tabular-nums" },
        formatMoney(sale.amount, sale.currency),
      ),
      element(
        "span",
        { className: sale.status === "verified" ? "text-good" : "text-soft" },
        `${statusText(sale)} · `,
        element("time", { dateTime: sale.created_at }, clock.format(new Date(sale.created_at))),
      ),
    ),
  );
}
