import { notices } from "virtual:endpoints";
import { TIME_ZONE } from "../../../../lib/contract/days.ts";
import { PROVIDER_VIEWS } from "../../../../lib/contract/providers.ts";
import { client } from "../client.ts";
import { formatMoney } from "../format.ts";
import { control, element, problemPlace } from "../sign-in/controls.ts";
import { language, t } from "../texts/t.ts";
import { chosenApp } from "./amount-form.ts";
import type { Desk, Sale } from "./sale-status.ts";

type Unmatched = Awaited<
  ReturnType<typeof client.call<typeof notices.listUnmatchedNotices>>
>["data"][number];

/**
 * Lists payments of today that the shop's phone announced and that no sale has. One tap makes one a sale. Shows nothing
 * where there are none, in test mode, and while they cannot be read: the counter works without them.
 *
 * @param onSale called with the sale that a payment became
 */
export async function drawUnmatched(
  place: HTMLElement,
  desk: Desk,
  onSale: (sale: Sale) => void,
): Promise<void> {
  const app = chosenApp(desk);
  if (!desk.livemode || desk.refusal !== null || app === undefined) return;
  const found = await client.call(notices.listUnmatchedNotices, {}).catch(() => null);
  if (found === null || (found.data.length === 0 && !found.has_more)) return;
  const problem = problemPlace();
  place.className = "mt-8 border-t border-line pt-4";
  place.replaceChildren(
    element("h2", { className: "font-semibold" }, t("counter.withoutSale")),
    element("p", { className: "mt-1 text-soft" }, t("counter.withoutSaleHint")),
    problem.place,
    element(
      "ul",
      { className: "mt-2 divide-y divide-line" },
      ...found.data.map((one) => row(one, desk, problem, onSale)),
    ),
    found.has_more
      ? element("p", { className: "mt-2 text-soft" }, t("counter.moreWithoutSale"))
      : "",
  );
}

function row(
  { amount, currency, payer_name: payer, paid_at: paidAt, provider, reference }: Unmatched,
  desk: Desk,
  problem: ReturnType<typeof problemPlace>,
  onSale: (sale: Sale) => void,
): HTMLElement {
  const money = formatMoney(amount, currency);
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: TIME_ZONE, timeStyle: "short" });
  const bank = PROVIDER_VIEWS.find(({ id }) => id === provider)?.name[language()] ?? provider;
  // The same for each tap: a call whose answer was lost may have acted.
  const idempotencyKey = crypto.randomUUID();
  const sell = control(
    t("counter.makeSale"),
    { look: "secondary", className: "h-auto! min-h-12 py-2 whitespace-normal" },
    {
      "aria-label": `${t("counter.makeSale")}: ${money}`,
      onclick: async () => {
        problem.clear();
        sell.setBusy(true);
        try {
          const body = { app_id: chosenApp(desk), provider, reference };
          onSale(
            await client.call(notices.sellNotice, { body, idempotencyKey } as Parameters<
              typeof client.call<typeof notices.sellNotice>
            >[1]),
          );
        } catch (error) {
          problem.show(error);
        } finally {
          sell.setBusy(false);
        }
      },
    },
  );
  return element(
    "li",
    { className: "flex flex-wrap items-center justify-between gap-3 py-3" },
    element(
      "div",
      { className: "min-w-0" },
      element("p", { className: "font-semibold tabular-nums" }, money),
      element(
        "p",
        { className: "break-words text-soft" },
        [payer, bank, clock.format(new Date(paidAt))].filter(Boolean).join(" · "),
      ),
    ),
    sell.button,
  );
}
