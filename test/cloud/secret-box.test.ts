import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Keyring, open, SecretBoxError, seal } from "../../lib/cloud/secret-box.ts";

const newKey = () => randomBytes(32).toString("base64");
const RING = Keyring.parse({ current: "k1", keys: { k1: newKey() } });

const codeOf = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    return error instanceof SecretBoxError ? error.code : error;
  }
  return "opened";
};

describe("a sealed secret", () => {
  test("opens to the same text, whatever the text and the context", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (plain, context) => {
        expect(open(seal(plain, context, RING), context, RING)).toBe(plain);
      }),
    );
  });

  test("never looks the same twice and never shows its text", () => {
    const boxes = [1, 2].map(() => seal("whsec_visible", "whk_1", RING));
    expect(boxes[0]).not.toBe(boxes[1]);
    expect(
      Buffer.from(boxes[0]?.split(".")[2] ?? "", "base64url").toString("latin1"),
    ).not.toContain("visible");
  });

  test("does not open for another row", () => {
    const box = seal("secret", "whk_1", RING);
    expect(codeOf(() => open(box, "whk_2", RING))).toBe("tampered");
  });

  test("does not open once any of its bytes is changed", () => {
    const box = seal("secret", "whk_1", RING);
    const [version, kid, text] = box.split(".") as [string, string, string];
    const bytes = Buffer.from(text, "base64url");
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(bytes.readUInt8(index) ^ 1, index);
      const forged = [version, kid, changed.toString("base64url")].join(".");
      expect(codeOf(() => open(forged, "whk_1", RING))).toBe("tampered");
    }
  });

  test("any other text is malformed or of an unknown key, never an unnamed exception", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(["malformed", "unknown_key"]).toContain(codeOf(() => open(text, "whk_1", RING)));
      }),
    );
    const padding = "A".repeat(60);
    expect(codeOf(() => open(`v1.__proto__.${padding}`, "whk_1", RING))).toBe("unknown_key");
    expect(codeOf(() => open(`v2.k1.${padding}`, "whk_1", RING))).toBe("malformed");
    expect(codeOf(() => open("v1.k1.AAAA", "whk_1", RING))).toBe("malformed");
  });
});

describe("rotating the key", () => {
  const box = seal("secret", "whk_1", RING);
  const rotated = Keyring.parse({ current: "k2", keys: { ...RING.keys, k2: newKey() } });

  test("old boxes still open, and new ones use the new key", () => {
    expect(open(box, "whk_1", rotated)).toBe("secret");
    expect(seal("secret", "whk_1", rotated).startsWith("v1.k2.")).toBe(true);
  });

  test("a box of a dropped key says so, and one of a replaced key does not open", () => {
    const dropped = Keyring.parse({ current: "k2", keys: { k2: newKey() } });
    const replaced = Keyring.parse({ current: "k1", keys: { k1: newKey() } });
    expect(codeOf(() => open(box, "whk_1", dropped))).toBe("unknown_key");
    expect(codeOf(() => open(box, "whk_1", replaced))).toBe("tampered");
  });

  test.each([
    ["a current key that is missing", { current: "k9", keys: { k1: newKey() } }],
    ["a short key", { current: "k1", keys: { k1: "c2hvcnQ=" } }],
    ["a key that is not base64", { current: "k1", keys: { k1: "ä".repeat(44) } }],
    ["a key id with a dot", { current: "a.b", keys: { "a.b": newKey() } }],
    ["a name of the prototype", { current: "toString", keys: {} }],
    ["nothing", {}],
  ])("a keyring with %s is refused", (_, ring) => {
    expect(Keyring.safeParse(ring).success).toBe(false);
  });
});
