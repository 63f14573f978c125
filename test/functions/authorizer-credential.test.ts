import { describe, expect, it } from "vitest";
import { credentialOf } from "../../lib/pipeline/authorize/api-key.ts";

describe("the credential of a request", () => {
  it.each(["v1", "platform"] as const)("is none where there is none (%s)", (surface) => {
    expect(credentialOf({ accept: "*/*" }, {}, surface)).toEqual({ kind: "none" });
  });

  it("is found behind other headers", () => {
    const headers = { accept: "*/*", Authorization: "Bearer pk_live_1" };
    expect(credentialOf(headers, {}, "v1")).toEqual({ kind: "key", text: "pk_live_1" });
  });

  it("is said to be given twice, and where", () => {
    const headers = { authorization: "Bearer pk_live_1" };
    expect(credentialOf(headers, { api_key: ["pk_live_2"] }, "v1")).toEqual({
      kind: "conflict",
      detail: "The key in the header and the one in the query differ.",
    });
    expect(credentialOf({}, { api_key: ["pk_live_1", "pk_live_1"] }, "v1")).toEqual({
      kind: "conflict",
      detail: "The query parameter api_key is given more than once.",
    });
  });

  it("is read to its 4096th character", () => {
    const headers = { authorization: `Bearer ${"a".repeat(5_000)}` };
    expect(credentialOf(headers, {}, "platform")).toEqual({
      kind: "token",
      text: "a".repeat(4_096),
    });
  });

  it("on the platform is never a key of the query", () => {
    expect(credentialOf({}, { api_key: ["pk_live_1"] }, "platform")).toEqual({ kind: "none" });
  });
});
