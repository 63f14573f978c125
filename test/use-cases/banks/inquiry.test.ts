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

beforeAll(async () => {
  const port = await servers.listen(
    http.createServer(({ headers }, response) => {
      seen.push(headers);
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
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

describe("a page that cannot be read", () => {
  it("logs which label or rule failed, and nothing of the page", async () => {
    const lines: string[] = [];
    const output = vi.spyOn(process.stdout, "write").mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    page = telebirrPage({}).replaceAll(/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/g, "Almaz Girma");
    const { result, evidence } = await ask("telebirr", "DEK1AB2CD3");
    output.mockRestore();
    expect(result).toEqual({ kind: "unreadable", why: expect.stringMatching(/payment date/i) });
    expect(evidence).toBe("unreadable");
    const line = lines.find((each) => each.includes("receipt unreadable"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      level: "warn",
      provider: "telebirr",
      why: expect.stringMatching(/payment date/i),
    });
    expect(lines.join("")).not.toMatch(/Almaz|DEK1AB2CD3|1,500/);
  });
});
