import http from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ADAPTERS } from "../../../lib/providers/registry.ts";
import { inquire } from "../../../lib/use-cases/banks/inquiry.ts";
import { CONTEXT, lookupIn } from "../../providers/fixtures/answers.ts";
import { telebirrPage } from "../../providers/fixtures/telebirr-page.ts";
import { setFunctionEnvironment } from "../../support/function-calls.ts";
import { TestServers } from "../../support/test-servers.ts";

const servers = new TestServers();
const seen: http.IncomingHttpHeaders[] = [];
let page = "";
let status = 200;

beforeAll(async () => {
  const port = await servers.listen(
    http.createServer(({ headers }, response) => {
      seen.push(headers);
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(page);
    }),
  );
  setFunctionEnvironment({
    tableName: "none",
    dynamoDbEndpoint: "http://127.0.0.1:1",
    config: { providers: { dashen: { enabled: true, headers: { "user-agent": "own/1" } } } },
  });
  process.env.PROVIDER_TELEBIRR_BASE_URL = `http://127.0.0.1:${port}`;
  process.env.PROVIDER_DASHEN_BASE_URL = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  delete process.env.PROVIDER_TELEBIRR_BASE_URL;
  delete process.env.PROVIDER_DASHEN_BASE_URL;
  servers.close();
});

function ask(provider: "telebirr" | "dashen", reference: string) {
  const adapter = ADAPTERS[provider];
  const lookup = lookupIn(adapter, reference);
  const requests = adapter.requests(lookup, CONTEXT);
  return inquire({ adapter, lookup, requests }, AbortSignal.timeout(10_000));
}

describe("a request to a bank", () => {
  it("carries a browser's headers, because some firewalls refuse clients without them", async () => {
    page = telebirrPage({});
    expect((await ask("telebirr", "DEK1AB2CD3")).result.kind).toBe("receipt");
    expect(seen.at(-1)).toMatchObject({
      "user-agent": expect.stringMatching(/^Mozilla\/5\.0 /),
      accept: expect.stringContaining("text/html"),
      "accept-language": expect.stringContaining("en-US"),
    });
  });

  it("carries the configured headers in place of a browser's", async () => {
    page = "<html></html>";
    await ask("dashen", "123WDTS261400001");
    expect(seen.at(-1)).toMatchObject({
      "user-agent": "own/1",
      "accept-language": expect.any(String),
    });
  });
});

/** The lines that a lookup logs, with what it finds. */
async function logged(...[provider, reference]: Parameters<typeof ask>) {
  const lines: string[] = [];
  const output = vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const finding = await ask(provider, reference);
  output.mockRestore();
  return { ...finding, lines };
}

function lineWith(message: string, lines: readonly string[]): unknown {
  return JSON.parse(lines.find((each) => each.includes(message)) ?? "{}");
}

describe("a page that cannot be read", () => {
  it("logs which label or rule failed, and nothing of the page", async () => {
    page = telebirrPage({}).replaceAll(/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/g, "Almaz Girma");
    const { result, evidence, lines } = await logged("telebirr", "DEK1AB2CD3");
    expect(result).toEqual({ kind: "unreadable", why: expect.stringMatching(/payment date/i) });
    expect(evidence).toBe("unreadable");
    expect(lineWith("receipt unreadable", lines)).toMatchObject({
      level: "warn",
      provider: "telebirr",
      why: expect.stringMatching(/payment date/i),
    });
    expect(lines.join("")).not.toMatch(/Almaz|DEK1AB2CD3|1,500/);
  });
});

describe("a bank that is not reached", () => {
  const NOT_REACHED = { level: "warn", provider: "telebirr" };

  it("logs how its connection failed, and nothing of the payment", async () => {
    const known = process.env.PROVIDER_TELEBIRR_BASE_URL;
    process.env.PROVIDER_TELEBIRR_BASE_URL = "http://127.0.0.1:1";
    const { lines } = await logged("telebirr", "DEK1AB2CD3");
    process.env.PROVIDER_TELEBIRR_BASE_URL = known;
    expect(lineWith("bank not reached", lines)).toMatchObject({
      ...NOT_REACHED,
      why: "connection_refused",
    });
    expect(lines.join("")).not.toContain("DEK1AB2CD3");
  });

  it("logs the status of its answer", async () => {
    status = 503;
    const { lines } = await logged("telebirr", "DEK1AB2CD3");
    status = 200;
    expect(lineWith("bank not reached", lines)).toMatchObject({
      ...NOT_REACHED,
      why: "the provider answered 503",
    });
  });
});
