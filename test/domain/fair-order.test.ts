import { expect, test } from "vitest";
import { inTurns } from "../../lib/domain/parking.ts";

test("groups take turns, however long each is", () => {
  expect(inTurns([["a1", "a2", "a3"], ["b1"], [], ["c1", "c2"]])).toEqual([
    ...["a1", "b1", "c1"],
    ...["a2", "c2"],
    "a3",
  ]);
  expect(inTurns([])).toEqual([]);
});
