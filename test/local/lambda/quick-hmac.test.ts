import crypto, { createHmac, createSecretKey } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, expect, it } from "vitest";
import { quickenHmac } from "../../../lib/local/lambda/direct-table.ts";

const original = createHmac;
afterAll(() => {
  crypto.createHmac = original;
  syncBuiltinESMExports();
});

it("gives the same digests for keys of bytes, text and key objects, and for an empty key", () => {
  const keys = [Buffer.from("key"), new Uint8Array([1, 2, 3]), Buffer.alloc(0), "é", ""];
  const digests = (hmac: typeof createHmac) =>
    [...keys, createSecretKey(Buffer.from("key"))].map((key) =>
      hmac("sha256", key).update("text").digest("hex"),
    );
  const before = digests(original);
  quickenHmac();
  expect(crypto.createHmac).not.toBe(original);
  expect(digests(crypto.createHmac)).toEqual(before);
});
