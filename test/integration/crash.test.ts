import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { call } from "../support/api.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** A cold build may come first, on a busy machine. */
const STARTS_WITHIN_MS = 170_000;

interface Service {
  readonly child: ChildProcess;
  readonly url: string;
}
interface Checkout {
  readonly id: string;
  readonly status: string;
  readonly pay_url: string;
}
interface Seed {
  readonly live_key: string;
  readonly test_key: string;
  readonly webhook: { readonly url: string };
}

const data = mkdtempSync(join(tmpdir(), "service-data-"));
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await end(child, "SIGKILL");
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** `npm start`, as a user has it: a process of its own, its data in a folder. */
async function start(port = 0): Promise<Service> {
  const child = spawn(process.execPath, [join(ROOT, "bin", "local.ts")], {
    env: { ...process.env, PORT: String(port), LOCAL_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const ready = /^ready (\S+)$/m.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    child.once("exit", () => reject(new Error(`it did not start:\n${output}`)));
  });
  return { child, url };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

/** Engines of this data folder that still run. */
function engines(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")];
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(data) && !line.includes("local.ts"));
}
async function expectNoEngines(): Promise<void> {
  if (!existsSync("/proc/self/cmdline")) return;
  await vi.waitFor(() => expect(engines()).toEqual([]), 60_000);
}

const seedOf = async ({ url }: Service) => (await call(url, "GET", "/_local/seed/")).body as Seed;
const idle = ({ url }: Service) => call(url, "POST", "/_local/idle/", { body: {} });
const advance = ({ url }: Service, seconds: number) =>
  call(url, "POST", "/_local/clock/", { body: { advance_seconds: seconds } });

async function create(service: Service, key: string, headers = {}): Promise<Checkout> {
  const request = { key, body: { amount: 150_000 }, headers };
  const answer = await call(service.url, "POST", "/api/v1/checkouts/", request);
  expect(answer.status).toBe(201);
  return answer.body;
}
async function read(service: Service, key: string, { id }: Checkout) {
  return (await call(service.url, "GET", `/api/v1/checkouts/${id}/`, { key })).body;
}
async function transfer(service: Service): Promise<string> {
  const body = { provider: "telebirr", amount: 150_000 };
  const made = await call(service.url, "POST", "/_local/bank/transfers/", { body });
  expect(made.status).toBe(201);
  return made.body.reference;
}
const submit = (service: Service, { pay_url }: Checkout, input: string) => {
  const token = pay_url.split("/").at(-2);
  const path = `/api/public/gateway/checkouts/${token}/verify/`;
  return call(service.url, "POST", path, { body: { input } });
};
const bank = ({ url }: Service, mode: string) =>
  call(url, "PUT", "/_local/bank/telebirr/mode/", { body: { mode } });

/** Ids of the checkouts whose `checkout.verified` came to the shop with a good signature. */
async function delivered(service: Service): Promise<string[]> {
  const { body } = await call(service.url, "GET", "/_local/receiver/shop/log/");
  return (body.data as { verified: boolean; body: string }[])
    .filter(({ verified }) => verified)
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type === "checkout.verified")
    .map(({ data }) => data.object.id);
}

describe("the service, killed in the middle of its work", () => {
  it(
    "has lost nothing that it acknowledged, and finishes what it had begun",
    async () => {
      const first = await start();
      const { live_key: key } = await seedOf(first);
      const before = (await call(first.url, "GET", "/api/v1/credits/", { key })).body;
      const headers = { "idempotency-key": "kept" };
      const [paid, parked, asked, fresh] = [
        await create(first, key, headers),
        await create(first, key),
        await create(first, key),
        await create(first, key),
      ];
      expect((await submit(first, paid, await transfer(first))).body.status).toBe("verified");
      await bank(first, "down");
      const parkedReference = await transfer(first);
      const waiting = await submit(first, parked, parkedReference);
      expect(waiting).toMatchObject({ status: 202, body: { status: "verifying" } });
      // The bank takes its time, and the service dies while it is being asked.
      await bank(first, "slow");
      const askedReference = await transfer(first);
      const inTheMiddle = submit(first, asked, askedReference).catch(() => null);
      await vi.waitFor(
        async () => expect((await read(first, key, asked)).status).toBe("verifying"),
        { timeout: 60_000, interval: 50 },
      );
      await end(first.child, "SIGKILL");
      await inTheMiddle;
      await expectNoEngines();

      // At the same address: that is where its webhook endpoint is registered.
      const port = Number(new URL(first.url).port);
      const second = await start(port);
      expect((await seedOf(second)).live_key).toBe(key);
      expect(await create(second, key, headers)).toMatchObject({ id: paid.id, status: "open" });
      expect((await read(second, key, paid)).status).toBe("verified");
      expect((await read(second, key, fresh)).status).toBe("open");
      await bank(second, "up");
      for (let minutes = 0; minutes < 6; minutes++) await advance(second, 60);
      await idle(second);
      for (const checkout of [parked, asked]) {
        expect((await read(second, key, checkout)).status).toBe("verified");
      }
      expect((await submit(second, fresh, parkedReference)).body.outcome).toBe("already_used");
      const after = (await call(second.url, "GET", "/api/v1/credits/", { key })).body;
      expect(after.captured - before.captured).toBe(3);
      await vi.waitFor(
        async () => {
          const told = new Set(await delivered(second));
          expect([...told].toSorted()).toEqual([paid.id, parked.id, asked.id].toSorted());
        },
        { timeout: 60_000, interval: 200 },
      );

      await end(second.child, "SIGINT");
      expect(second.child.exitCode).toBe(0);
      await expectNoEngines();

      const third = await start(port);
      for (const checkout of [paid, parked, asked]) {
        expect((await read(third, key, checkout)).status).toBe("verified");
      }
      expect(new Set(await delivered(third)).size).toBe(3);
    },
    STARTS_WITHIN_MS * 2,
  );
});
