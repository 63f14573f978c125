import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { LocalRequest } from "../../lib/local/local-route.ts";
import { createReceivers } from "../../lib/local/receiver.ts";
import { learnSecrets } from "../../lib/local/service-environment.ts";

const NOW = Date.parse("2026-05-05T12:00:00Z");
const SECRET = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const receivers = () =>
  createReceivers(
    null,
    () => NOW,
    () => NOW,
  );
const request = (
  method: string,
  path: string,
  body = "",
  headers: Record<string, string> = {},
): LocalRequest => ({
  method,
  path,
  query: new URLSearchParams(),
  headers,
  body: Buffer.from(body),
});
const signed = (body: string, secret = SECRET, at = NOW) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(at / 1000),
  "webhook-signature": `v1,bm90aGluZw== ${new Webhook(secret).sign("evt_1", new Date(at), body)}`,
});
const log = async (all: ReturnType<typeof receivers>, name: string) => {
  const answer = await all.routes(request("GET", `receiver/${name}/log/`));
  expect(answer?.status).toBe(200);
  const { data } = Object(answer?.body) as {
    data: { verified: boolean | "unknown"; body: string }[];
  };
  return data;
};

describe("the local receiver", () => {
  it("accepts signatures of the standardwebhooks library by any trusted secret", async () => {
    const all = receivers();
    all.trust("shop", `whsec_${Buffer.from("another").toString("base64")}`);
    all.trust("shop", SECRET);
    await all.routes(request("POST", "receiver/shop/", '{"a":1}', signed('{"a":1}')));
    await all.routes(request("POST", "receiver/shop/", '{"a":2}', signed('{"a":1}')));
    await all.routes(request("POST", "receiver/shop/", "{}", signed("{}", SECRET, NOW - 301_000)));
    await all.routes(request("POST", "receiver/shop/", "{}"));
    await all.routes(request("POST", "receiver/other/", '{"a":1}', signed('{"a":1}')));
    expect((await log(all, "shop")).map((entry) => entry.verified)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect((await log(all, "other")).map((entry) => entry.verified)).toEqual(["unknown"]);
  });

  it("learns the secrets of endpoints from the API's own answers, and until then knows nothing", async () => {
    const all = receivers();
    const watch = learnSecrets(all);
    const see = (path: string, body: object, status = 200) =>
      watch({ method: "POST", path, status, headers: [], body: JSON.stringify(body) });
    const deliver = async (secret: string) => {
      await all.routes(request("POST", "receiver/shop/", "{}", signed("{}", secret)));
      return (await log(all, "shop")).at(-1)?.verified;
    };
    const url = "http://127.0.0.1:3000/_local/receiver/shop/";
    const rotated = `whsec_${Buffer.from("rotated secret of the endpoint!!").toString("base64")}`;

    expect(await deliver(SECRET)).toBe("unknown");
    see("/api/platform/webhooks/", { id: "we_1", url, secret: SECRET }, 409);
    see("/api/platform/webhooks/", { id: "we_2", url: "https://shop.example/", secret: SECRET });
    expect(await deliver(SECRET)).toBe("unknown");
    see("/api/platform/webhooks/", { id: "we_1", url, secret: SECRET }, 201);
    expect(await deliver(SECRET)).toBe(true);
    expect(await deliver(rotated)).toBe(false);
    see("/api/platform/webhooks/we_1/rotate-secret/", { id: "we_1", secret: rotated });
    expect(await deliver(rotated)).toBe(true);
  });

  it("reads the last 10,000 webhooks of a file that has grown for long", async () => {
    const folder = mkdtempSync(join(tmpdir(), "receivers-"));
    const line = (body: string) =>
      JSON.stringify({ at: "", method: "POST", headers: {}, body, verified: true });
    const lines = Array.from({ length: 10_002 }, (_, index) => line(String(index)));
    writeFileSync(join(folder, "shop.jsonl"), `${lines.join("\n")}\n`);
    const all = createReceivers(
      folder,
      () => NOW,
      () => NOW,
    );
    const bodies = (await log(all, "shop")).map(({ body }) => body);
    expect([bodies.length, bodies[0], bodies.at(-1)]).toEqual([10_000, "2", "10001"]);
    rmSync(folder, { recursive: true });
  });

  it("responds as configured, each receiver on its own", async () => {
    const all = receivers();
    const mode = JSON.stringify({ status: 503, headers: { "retry-after": "7" }, body: "no" });
    expect(await all.routes(request("PUT", "receiver/shop/mode/", mode))).toMatchObject({
      status: 200,
    });
    expect(await all.routes(request("POST", "receiver/shop/"))).toEqual({
      status: 503,
      headers: { "retry-after": "7" },
      body: "no",
    });
    expect(await all.routes(request("POST", "receiver/else/"))).toMatchObject({ status: 200 });
  });

  it("refuses an invalid mode, and ignores other paths", async () => {
    const all = receivers();
    expect(await all.routes(request("PUT", "receiver/shop/mode/", '{"statsu":500}'))).toMatchObject(
      { status: 400 },
    );
    expect(await all.routes(request("PUT", "receiver/shop/mode/", "nonsense"))).toMatchObject({
      status: 400,
    });
    expect(await all.routes(request("GET", "seed/"))).toBeNull();
    expect(await all.routes(request("GET", "receiver/../log/"))).toBeNull();
  });
});
