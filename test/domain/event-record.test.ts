import { expect, test } from "vitest";
import { eventOf } from "../../lib/domain/event-record.ts";

const DELIVERY = { eventId: "evt_1", accountId: "acc_1", appId: 1001, livemode: true };
const PLACE = { id: "evt_1", accountId: "acc_1", livemode: true };

test("the event of a delivery is one of its app, or of the whole account", () => {
  expect(eventOf({ ...DELIVERY, eventType: "checkout.verified" })).toEqual({
    ...PLACE,
    appId: 1001,
  });
  for (const eventType of ["credits.low", "credits.exhausted"]) {
    expect(eventOf({ ...DELIVERY, eventType })).toEqual({ ...PLACE, appId: null });
  }
});
