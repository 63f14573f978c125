import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ACCEPTED_AFTER_MS,
  acceptedUntil,
  type KeyTimes,
  LEAD_MS,
  nextKeyActiveFrom,
  ROTATE_AFTER_MS,
  signingKeyAt,
} from "../../lib/domain/tokens.ts";

const NOW = 1_795_000_000_000;
const TOKEN_MS = 600_000;
/** How long a signer may go on with what it remembers of the secret. */
const MEMORY_MS = 300_000;

describe("rotation", () => {
  it("creates the first key at once and the next one when it is due", () => {
    expect(nextKeyActiveFrom([], NOW)).toBe(NOW);
    const keys = [{ kid: "a", activeFrom: NOW }];
    expect(nextKeyActiveFrom(keys, NOW + ROTATE_AFTER_MS - 1)).toBeNull();
    expect(nextKeyActiveFrom(keys, NOW + ROTATE_AFTER_MS)).toBe(NOW + ROTATE_AFTER_MS + LEAD_MS);
  });

  it("accepts tokens of signers with an outdated cache", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: LEAD_MS, max: 2 * ROTATE_AFTER_MS }), { maxLength: 6 }),
        fc.integer({ min: 0, max: 12 * ROTATE_AFTER_MS }),
        fc.integer({ min: 0, max: MEMORY_MS }),
        fc.integer({ min: 0, max: TOKEN_MS }),
        (gaps, later, memory, age) => {
          let at = NOW;
          const keys: KeyTimes[] = [{ kid: "0", activeFrom: at }];
          for (const gap of gaps) {
            at += gap;
            keys.push({ kid: String(keys.length), activeFrom: at });
          }
          const signedAt = NOW + MEMORY_MS + later;
          // The signer knows only the keys, and the hour, of when it last looked.
          const key = signingKeyAt(keys, signedAt - memory);
          expect(key).not.toBeNull();
          const until = key && acceptedUntil(key, keys);
          expect(until === null || until > signedAt + age).toBe(true);
        },
      ),
    );
  });

  it("signs with the newest active key", () => {
    const keys = [
      { kid: "a", activeFrom: NOW },
      { kid: "b", activeFrom: NOW + 10 },
    ];
    expect(signingKeyAt(keys, NOW - 1)).toBeNull();
    expect(signingKeyAt(keys, NOW + 9)?.kid).toBe("a");
    expect(signingKeyAt(keys, NOW + 10)?.kid).toBe("b");
    expect(signingKeyAt(keys.toReversed(), NOW + 10)?.kid).toBe("b");
  });

  it("accepts each key's tokens until 20 minutes after the next key starts", () => {
    const keys = [20, 0, 10].map((ms) => ({ kid: `at ${ms}`, activeFrom: NOW + ms }));
    expect(keys.map((key) => acceptedUntil(key, keys))).toEqual([
      null,
      NOW + 10 + ACCEPTED_AFTER_MS,
      NOW + 20 + ACCEPTED_AFTER_MS,
    ]);
    expect(ACCEPTED_AFTER_MS).toBe(20 * 60_000);
  });
});
