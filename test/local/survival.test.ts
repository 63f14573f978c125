import { type ChildProcess, execFile, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { writeAssembly } from "./fixture/assembly.ts";

const assembly = writeAssembly();
const data = mkdtempSync(join(tmpdir(), "local-data-"));
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});
afterAll(() => {
  assembly.remove();
  rmSync(data, { recursive: true, force: true });
});

async function start(
  port = 0,
  folder = data,
): Promise<{ child: ChildProcess; url: string; error: string }> {
  const script = join(import.meta.dirname, "fixture", "serve.ts");
  const child = spawn(process.execPath, [script, assembly.folder, folder, String(port)]);
  children.push(child);
  let output = "";
  let error = "";
  child.stderr.on("data", (chunk) => {
    error += chunk;
  });
  const url = await new Promise<string>((resolve) => {
    child.once("exit", () => resolve(""));
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const ready = /^ready (\S+)$/m.exec(output)?.[1];
      if (ready) resolve(ready);
    });
  });
  return { child, url, error };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

async function call(url: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/aws`, { method: "POST", body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}
const local = (url: string, path: string, body: object = {}) =>
  fetch(`${url}/_local/${path}`, { method: "POST", body: JSON.stringify(body) });
const seen = async (url: string) =>
  JSON.stringify((await call(url, { service: "Query", pk: "SEEN" })).Items);

/** All processes whose command line mentions the text. */
function processesWith(text: string): { readonly pid: number; readonly line: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return [{ pid: Number(pid), line }];
      } catch {
        return [];
      }
    })
    .filter(({ line }) => line.includes(text));
}

describe("the local stack, killed at any moment", () => {
  it("loses nothing that it acknowledged, and leaves no process behind", async () => {
    const first = await start();
    await call(first.url, { service: "PutItem", pk: "ORDER#kept" });
    await call(first.url, { service: "SendMessage", body: '{"n":"delayed"}', delay: 600 });
    await call(first.url, { service: "Sms", phone: "+251911000111", text: "kept" });
    await fetch(`${first.url}/_local/receiver/shop/`, { method: "POST", body: "hello" });
    const secret = (await call(first.url, { service: "Secret" })).SecretString;
    await local(first.url, "clock/", { advance_seconds: 300 });
    const { now } = (await (await fetch(`${first.url}/_local/clock/`)).json()) as { now: string };
    await call(first.url, { service: "SendMessage", body: '{"n":"interrupted","fails":1}' });
    await local(first.url, "idle/");
    await call(first.url, { service: "PutItem", pk: "WATCH#before" });
    await kill(first.child);
    if (existsSync("/proc/self/cmdline")) {
      await vi.waitFor(() => expect(processesWith(join(data, "dynamodb.db"))).toEqual([]), 30_000);
    }

    const second = await start();
    expect((await call(second.url, { service: "GetItem", pk: "ORDER#kept" })).Item).toBeDefined();
    expect((await call(second.url, { service: "Secret" })).SecretString).toBe(secret);
    const sms = await (await fetch(`${second.url}/_local/sms/?phone=0911000111`)).json();
    expect(sms).toMatchObject({ messages: [{ text: "kept" }] });
    const log = await (await fetch(`${second.url}/_local/receiver/shop/log/`)).json();
    expect(log).toMatchObject({ data: [{ body: "hello", verified: "unknown" }] });
    const later = (await (await fetch(`${second.url}/_local/clock/`)).json()) as { now: string };
    expect(Date.parse(later.now)).toBeGreaterThanOrEqual(Date.parse(now));

    await local(second.url, "idle/");
    expect((await seen(second.url)).match(/interrupted/g)).toHaveLength(2);
    expect(await seen(second.url)).not.toContain("delayed");
    await local(second.url, "clock/", { advance_seconds: 301 });
    expect(await seen(second.url)).toContain("delayed");
    expect(
      JSON.stringify((await call(second.url, { service: "Query", pk: "STREAM" })).Items),
    ).toContain("WATCH#before INSERT");
  }, 120_000);

  it("starts on what its first start left on a full disk: an empty file of queues", async () => {
    const folder = mkdtempSync(join(data, "full-"));
    mkdirSync(join(folder, "queues"));
    writeFileSync(join(folder, "queues", "fauxqs.db"), "");
    expect(await start(0, folder)).toMatchObject({ url: expect.stringMatching(/^http:/) });
  }, 120_000);

  it("keeps secrets and codes from other users of the machine", () => {
    for (const file of ["secrets.json", "sms.jsonl"]) {
      expect(statSync(join(data, file)).mode & 0o077).toBe(0);
    }
  });
});

describe.runIf(existsSync("/proc/self/cmdline"))("the table engine, killed", () => {
  it("is started again with everything that it acknowledged, and its stream goes on", async () => {
    const folder = mkdtempSync(join(data, "engine-"));
    const { url } = await start(0, folder);
    const engines = () =>
      processesWith(join(folder, "dynamodb.db"))
        .filter(({ line }) => !line.startsWith("sh "))
        .map(({ pid }) => pid);
    await call(url, { service: "PutItem", pk: "ORDER#kept" });
    const [killed = 0] = engines();
    process.kill(killed, "SIGKILL");
    await vi.waitFor(async () => {
      const kept = await call(url, { service: "GetItem", pk: "ORDER#kept" });
      expect(kept.Item).toBeDefined();
    }, 30_000);
    expect(engines()).not.toContain(killed);
    await call(url, { service: "PutItem", pk: "WATCH#after" });
    await local(url, "idle/");
    const stream = await call(url, { service: "Query", pk: "STREAM" });
    expect(JSON.stringify(stream.Items)).toContain("WATCH#after INSERT");
  }, 120_000);
});

describe("the local stack, started twice", () => {
  it("says that the port is taken, and that the data folder is", async () => {
    const first = await start();
    const samePort = await start(Number(new URL(first.url).port), ":memory:");
    expect(samePort.url).toBe("");
    expect(samePort.error).toContain("EADDRINUSE");
    const sameData = await start();
    expect(sameData.error).toContain("is in use by process");
  }, 120_000);
});

describe("npm start", () => {
  it.each([
    ["4190", "Browsers open nothing on port 4190. Set PORT to another one."],
    ["70000", "PORT must be a number from 0 to 65535, not 70000."],
  ])(
    "on port %s says what to change",
    async (PORT, reason) => {
      const script = join(import.meta.dirname, "..", "..", "bin", "local.ts");
      const env = { ...process.env, PORT, LOCAL_DATA: ":memory:" };
      const run = promisify(execFile)(process.execPath, [script], { env });
      await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
    },
    120_000,
  );

  it("keeps its data in .local where LOCAL_DATA is empty", async () => {
    const cwd = mkdtempSync(join(data, "empty-"));
    const script = join(import.meta.dirname, "..", "..", "bin", "local.ts");
    // A port at which it ends by itself.
    const env = { ...process.env, PORT: "4190", LOCAL_DATA: "" };
    const run = promisify(execFile)(process.execPath, [script], { cwd, env });
    await expect(run).rejects.toMatchObject({ code: 1 });
    expect(readdirSync(cwd)).toEqual([".local"]);
  }, 120_000);

  it("runs on when the reader of its output has gone", async () => {
    const script = join(import.meta.dirname, "..", "..", "bin", "local.ts");
    const env = { ...process.env, PORT: "0", LOCAL_DATA: ":memory:" };
    // What it prints, for this test to know what nobody can read.
    const report =
      "const { log } = console; console.log = (text) => { log(text); process.send(text); };";
    const args = ["--import", `data:text/javascript,${encodeURIComponent(report)}`, script];
    const service = spawn(process.execPath, args, {
      env,
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    children.push(service);
    service.stdout?.destroy();
    const url = await new Promise<string | undefined>((resolve) => {
      service.on("message", (text) => {
        const ready = /^ready (\S+)/m.exec(String(text))?.[1];
        if (ready) resolve(ready);
      });
    });
    expect((await fetch(`${url}/_local/seed/`)).status).toBe(200);
  }, 120_000);
});
