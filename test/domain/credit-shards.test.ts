import { describe, expect, it } from "vitest";
import { BASE32_ALPHABET } from "../../lib/domain/ids.ts";
import {
  type CreditShard,
  chooseSource,
  planTakingBack,
  shardOf,
  sumOfShards,
} from "../../lib/domain/ledger.ts";

/** Shards with these available credits. Everything was granted to the first one. */
function shardsWith(...available: readonly number[]): readonly CreditShard[] {
  const left = available.reduce((sum, each) => sum + each, 0);
  return available.map((each, number) => ({
    number,
    available: each,
    granted: number === 0 ? left : 0,
    captured: 0,
  }));
}

const checkoutOf = (shard: number) => `co_0${BASE32_ALPHABET.charAt(shard)}`;

describe("the shard of a checkout", () => {
  it("spreads checkouts evenly over 8 shards", () => {
    const shards = [...BASE32_ALPHABET].map((character) => shardOf(`co_${character}`, 8));
    for (let shard = 0; shard < 8; shard++) {
      expect(shards.filter((each) => each === shard)).toHaveLength(4);
    }
  });

  it("is the first one of a single shard", () => {
    for (const character of BASE32_ALPHABET) expect(shardOf(`co_${character}`, 1)).toBe(0);
  });
});

describe("the source of a capture", () => {
  it("is the checkout's shard without a draw while that has a credit", () => {
    expect(chooseSource(shardsWith(100, 1), checkoutOf(1))).toEqual({ shard: 1, draw: null });
  });

  it("draws an equal share from the fullest shard into an empty one", () => {
    const source = chooseSource(shardsWith(100, 1000, 0, 100), checkoutOf(2));
    expect(source).toEqual({ shard: 2, draw: { shard: 1, credits: 300 } });
  });

  it("draws the last credit, wherever it is", () => {
    const source = chooseSource(shardsWith(0, 0, 0, 1, 0, 0, 0, 0), checkoutOf(6));
    expect(source).toEqual({ shard: 6, draw: { shard: 3, credits: 1 } });
  });

  it("never draws more than the other shard has", () => {
    for (const available of [
      [7, 7, 0],
      [1, 1, 0],
      [2, 1, 0],
      [0, 5, 0],
    ] as const) {
      const { draw } = chooseSource(shardsWith(...available), checkoutOf(2)) ?? {};
      expect(draw?.credits).toBeGreaterThanOrEqual(1);
      expect(draw?.credits).toBeLessThanOrEqual(available[draw?.shard ?? 2] ?? 0);
    }
  });

  it("is missing only if every shard is empty", () => {
    expect(chooseSource(shardsWith(0, 0, 0), checkoutOf(1))).toBeNull();
  });
});

describe("credits that are taken back", () => {
  it("come from the fullest shards first", () => {
    expect(planTakingBack(shardsWith(5, 20, 10), 25)).toEqual([
      { shard: 1, credits: 20 },
      { shard: 2, credits: 5 },
    ]);
  });

  it("are refused if all shards together have too few", () => {
    expect(planTakingBack(shardsWith(5, 20, 10), 36)).toBeNull();
    expect(planTakingBack(shardsWith(5, 20, 10), 35)).toHaveLength(3);
  });
});

it("the sum is right for a reader that saw one half of a draw", () => {
  const [first, second] = shardsWith(10, 0) as [CreditShard, CreditShard];
  const afterDraw = { ...second, available: 5 };
  expect(sumOfShards([first, afterDraw])).toEqual({ granted: 10, captured: 0, available: 10 });
});
