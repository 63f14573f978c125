import { describe, expect, test } from "vitest";
import { WORKERS } from "../../lib/contract/functions.ts";
import { readerConcurrency } from "../../lib/infra/function.ts";

const wanted = WORKERS.flatMap(({ source }) =>
  source.kind === "queue" ? [source.maxConcurrency] : [],
);
const inAnAccountOf = (account: number) =>
  wanted.map((one) => readerConcurrency(one, WORKERS, account));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("readers of queues", () => {
  test("get what their entries say where there is plenty", () => {
    expect(inAnAccountOf(1000)).toEqual(wanted);
  });

  test.each([80, 100, 200])("leave half of %i to requests", (account) => {
    expect(sum(inAnAccountOf(account))).toBeLessThanOrEqual(account / 2);
  });

  test("get the least that AWS takes in a new account of 10", () => {
    expect(new Set(inAnAccountOf(10))).toEqual(new Set([2]));
  });
});
