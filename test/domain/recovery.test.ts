import { expect, test } from "vitest";
import { idFloor } from "../../lib/domain/ids.ts";
import { afterPage, afterStop, newRecovery } from "../../lib/domain/user.ts";

const FACTS = {
  id: "rcv_1",
  accountId: "acc_1",
  endpointId: "whk_1",
  since: 5_000,
  createdAt: 9_000,
};
const START = idFloor("dlv_", 5_000);

test("a recovery goes through the failed deliveries, then the skipped ones, and ends", () => {
  const first = newRecovery(FACTS);
  expect(first).toEqual({
    ...FACTS,
    ...{ status: "running", recovered: 0, group: "failed", after: START },
    ...{ version: 1, touchedAt: 9_000, completedAt: null },
  });
  const second = afterPage(first, { last: "dlv_3", recovered: 3, at: 10_000 });
  expect(second).toEqual({
    ...first,
    ...{ after: "dlv_3", recovered: 3, version: 2, touchedAt: 10_000 },
  });
  const third = afterPage(second, { last: null, recovered: 0, at: 11_000 });
  expect(third).toEqual({
    ...second,
    ...{ group: "skipped", after: START, version: 3, touchedAt: 11_000 },
  });
  const fourth = afterPage(third, { last: "dlv_5", recovered: 2, at: 12_000 });
  expect(fourth).toMatchObject({ group: "skipped", after: "dlv_5", recovered: 5 });
  expect(afterPage(fourth, { last: null, recovered: 0, at: 13_000 })).toEqual({
    ...fourth,
    ...{ status: "completed", version: 5, touchedAt: 13_000, completedAt: 13_000 },
  });
});

test("a recovery whose endpoint is gone stops", () => {
  const first = newRecovery(FACTS);
  expect(afterStop(first, 10_000)).toEqual({
    ...first,
    ...{ status: "stopped", version: 2, completedAt: 10_000 },
  });
});
