import { expect, test } from "vitest";
import { LOST, optimistically } from "../../lib/store/transact.ts";

test("a lost race starts over until it is won", async () => {
  const results = [LOST, LOST, "won", "again"] as const;
  let rounds = 0;
  expect(await optimistically(async () => results[rounds++] ?? LOST)).toBe("won");
  expect(rounds).toBe(3);
});

test("a race that is lost 12 times is given up", async () => {
  let rounds = 0;
  const result = await optimistically(async () => {
    rounds++;
    return LOST;
  });
  expect(result).toBe(LOST);
  expect(rounds).toBe(12);
});
