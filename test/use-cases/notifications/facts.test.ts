import { expect, it } from "vitest";
import { EVENT_CATALOG } from "../../../lib/contract/event-catalog.ts";
import { factsOf } from "../../../lib/use-cases/notifications/facts.ts";
import { notificationText } from "../../../lib/use-cases/notifications/texts.ts";

/** The message about a checkout of ETB 1,500 whose payments have these amounts; null where no receipt was read. */
function messageOf(type: "checkout.verified" | "checkout.review", ...amounts: (number | null)[]) {
  const example = EVENT_CATALOG.find((entry) => entry.type === type)?.example;
  if (example === undefined) throw new Error(`no example of ${type}`);
  const [payment] = example.data.object.payments as readonly object[];
  const object = {
    ...{ ...example.data.object, amount: 150_000, currency: "ETB" },
    amount_received: amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
    payments: amounts.map((amount) => ({ ...payment, amount })),
  };
  const { facts } = factsOf(type, 1001, { ...example, data: { object } });
  return notificationText(facts, "en", "https://pay.example");
}

it.each([
  ["as much as was asked for", [150_000], "ETB 1,500.00"],
  ["more", [200_000], "ETB 2,000.00"],
  ["less, which a person approved", [50_000, 40_000], "ETB 900.00"],
  ["what a person has found and no receipt shows", [null], "ETB 1,500.00"],
])("a message about a payment names what has arrived: %s", (_, amounts, shown) => {
  const text = messageOf("checkout.verified", ...amounts);
  expect(text.startsWith(`Paid: ${shown}. `), text).toBe(true);
});

it("a message about a decision names the checkout's amount, which may not have arrived", () => {
  const text = messageOf("checkout.review", 90_000);
  expect(text).toMatch(
    /^A checkout of ETB 1,500\.00 is waiting for you to approve or reject it\. /,
  );
});
