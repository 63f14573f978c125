import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";

const DEMO = join(import.meta.dirname, "..", "..", "bin", "demo.ts");

it("the demo goes on without a word when the reader of its output has gone", async () => {
  const webhook = { url: "http://127.0.0.1:9/", secret: "s" };
  const answers: Readonly<Record<string, object>> = {
    "/_local/seed/": { phone: "", app_id: 1, live_key: "l", test_key: "t", webhook },
    "/api/v1/credits/": { available: 5, captured: 0 },
    "/api/v1/checkouts/": {
      ...{ id: "co_1", status: "open", pay_url: "http://127.0.0.1:9/pay/1/" },
      ...{ amount_received: 0, amount_due: 150_000, sequence: 1, payments: [] },
    },
  };
  // What comes after its first lines is unknown here, so it stops there, and says so.
  const service = createServer(({ url }, response) => {
    const body = answers[url ?? ""];
    response.writeHead(body ? 200 : 404).end(JSON.stringify(body ?? {}));
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  const port = typeof address === "object" ? address?.port : 0;
  try {
    const env = { ...process.env, BASE_URL: `http://127.0.0.1:${port}` };
    const demo = spawn(process.execPath, [DEMO], { env });
    demo.stdout.destroy();
    const said = demo.stderr.toArray();
    await once(demo, "close");
    const text = String(await said);
    expect(text).toContain("The demo stopped: POST /_local/bank/transfers/ responded with 404");
    expect(text).not.toContain("EPIPE");
  } finally {
    service.closeAllConnections();
    service.close();
  }
});
