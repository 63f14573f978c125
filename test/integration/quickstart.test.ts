import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../../lib/local/engines/dynamodb-process.ts";
import { call } from "../support/api.ts";
import { startCommands } from "../support/commands.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const CLI = join(ROOT, "clients", "typescript", "src", "checkout.ts");
const PRINTS_WITHIN_MS = 60_000;
/** It may have to build all functions first. */
const STARTS_WITHIN_MS = 170_000;
const commands = startCommands(CLI);
const children: ChildProcess[] = [];
let folder: string;
let printed = "";

/** Starts a program in a process group of its own and collects what it prints. */
function start(command: string, args: readonly string[], env: object, cwd: string) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output.text += chunk.toString();
      child.emit("printed");
    });
  }
  /** Fails with what was printed instead, which the limit of the test would not say. */
  const shown = async (expected: RegExp, withinMs = PRINTS_WITHIN_MS) => {
    const limit = AbortSignal.timeout(withinMs);
    while (!expected.test(output.text)) {
      await once(child, "printed", { signal: limit }).catch(() => {
        throw new Error(`${expected} was not printed, but: ${output.text}`);
      });
    }
  };
  return { output, shown, child };
}

/** Runs a command to its end. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { code, out, error } = await commands.run(args, env);
  return { code, text: error + out };
}

let startedAt = 0;

beforeAll(async () => {
  startedAt = performance.now();
  folder = mkdtempSync(join(tmpdir(), "quickstart-"));
  // The printed commands are for a clone: this is all of it that they use.
  const scripts = { checkout: `"${process.execPath}" "${CLI}"` };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, scripts }));
  const local = start(
    process.execPath,
    [join(ROOT, "bin", "local.ts")],
    { PORT: "0", LOCAL_DATA: ":memory:" },
    ROOT,
  );
  await local.shown(/^ready /m, STARTS_WITHIN_MS);
  printed = local.output.text;
});
afterAll(() => {
  commands.close();
  for (const { pid } of children) {
    try {
      if (pid !== undefined) process.kill(-pid, "SIGTERM");
    } catch {
      // It has ended by itself.
    }
  }
  rmSync(folder, { recursive: true, force: true });
});

const variable = (name: string) => new RegExp(`export ${name}=(\\S+)`).exec(printed)?.[1] ?? "";
const environment = () => ({
  CHECKOUT_BASE_URL: variable("CHECKOUT_BASE_URL"),
  CHECKOUT_API_KEY: variable("CHECKOUT_API_KEY"),
  CHECKOUT_CONFIG: join(folder, "login.json"),
});

describe("the commands that npm start prints, pasted into a shell", () => {
  const afterLine = (line: RegExp) =>
    new RegExp(`${line.source}\\n\\n([\\s\\S]*?)\\n\\n {2}\\S`).exec(printed)?.[1];
  const first = () => afterLine(/in this folder:/) ?? "";
  const second = () => afterLine(/into the same terminal:/) ?? "";

  it("lead to a verified webhook, first forwarded, then to a registered endpoint", async () => {
    // Another shop may run on this machine: only its port differs from what is printed.
    const port = await findFreePort();
    const onPort = (commands: string) => commands.replaceAll("4000", String(port));
    expect(first()).toContain("curl");
    expect(second()).toContain("webhooks create");
    const began = performance.now();
    // Not by a pipe to bash: programs that inherit it may stop its reading. As in a terminal, each background
    // job has a process group of its own.
    execFileSync("mkfifo", ["go-on"], { cwd: folder });
    const script = [
      "set -m",
      onPort(first()),
      'echo "listens as $LISTEN"',
      "read -r < go-on",
      onPort(second()),
      "read -r < go-on",
      "kill -- -$SHOP",
    ].join("\n");
    writeFileSync(join(folder, "pasted.sh"), script);
    const goOn = () => writeFile(join(folder, "go-on"), "\n");
    const env = { CHECKOUT_CONFIG: join(folder, "shell.json") };
    const shell = start("bash", ["pasted.sh"], env, folder);
    await shell.shown(/Paid: order-1042, 1500 ETB/);
    const sinceStart = Math.round(began - startedAt);
    const forwarded = Math.round(performance.now() - began);
    console.log(
      `quickstart: ${sinceStart} ms to start the service, ${forwarded} ms to the webhook`,
    );
    // The webhook may be faster than the answer to the shell.
    await shell.shown(/"status":"verified"/);

    await shell.shown(/listens as \d+/);
    const listener = Number(/listens as (\d+)/.exec(shell.output.text)?.[1]);
    expect(isRunning(-listener)).toBe(true);

    shell.output.text = "";
    await goOn();
    await shell.shown(/Paid: order-1042, 1500 ETB/);
    expect(shell.output.text).toContain("Logged in");
    // The signal was sent before that; its processes may take a moment to end.
    await expect.poll(() => isRunning(-listener), { timeout: 60_000 }).toBe(false);
    const closed = once(shell.child, "close");
    await goOn();
    await closed;
  }, 180_000);
});

/** A negative number is a group of processes. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

describe("the command line", () => {
  it("exits with 1 if the service refuses, and with 3 if it does not know the key", async () => {
    const env = environment();
    const unknown = ["checkouts", "get", "co_00000000000000000000000000"];
    expect(await run(unknown, env)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^not_found/),
    });
    const stranger = { ...env, CHECKOUT_API_KEY: "pk_test_x" };
    expect((await run(["checkouts", "list"], stranger)).code).toBe(3);
  });

  it("logs in by phone, saves a session that only the user can read, and manages webhooks", async () => {
    const env = environment();
    const login = await run(["login", "--local", "--phone", "+251911000000"], env);
    expect(login).toMatchObject({ code: 0, text: expect.stringContaining("Logged in") });
    expect(statSync(env.CHECKOUT_CONFIG).mode & 0o777).toBe(0o600);
    // No program listens on port 1.
    const made = await run(["webhooks", "create", "--url", "http://localhost:1/", "--json"], env);
    expect(made.code).toBe(0);
    const { id, secret } = JSON.parse(made.text);
    expect(secret).toMatch(/^whsec_/);
    const triggered = await run(["trigger", "checkout.review", "--endpoint", id, "--json"], env);
    expect(JSON.parse(triggered.text)).toMatchObject({ type: "checkout.review" });
    const listed = await run(["deliveries", "list", "--endpoint", id, "--json"], env);
    expect(JSON.parse(listed.text)).toMatchObject([{ event_type: "checkout.review" }]);
    const rotated = JSON.parse((await run(["webhooks", "rotate", id, "--json"], env)).text);
    expect(rotated.secret).not.toBe(secret);
    const unreachable = await run(["doctor", "--endpoint", id, "--json"], env);
    expect(unreachable.code).toBe(1);
    expect(unreachable.text).toContain("connection_refused");
    expect(JSON.parse((await run(["errors", "--json"], env)).text)).toEqual(expect.any(Array));
  });

  it("grants credits to the test merchant, and sells credits", async () => {
    const env = environment();
    const cli = async (...args: string[]) => {
      const command = [join(ROOT, "bin", "cli.ts"), ...args];
      const options = { env: { ...process.env, ...env }, cwd: ROOT };
      const { stdout } = await promisify(execFile)(process.execPath, command, options);
      return JSON.parse(stdout) as { available: number };
    };
    const before = await cli("credits", "show", "--local");
    const grant = ["credits", "grant", "--local", "--credits", "7", "--note", "Test", "--yes"];
    expect((await cli(...grant)).available).toBe(before.available + 7);

    // The merchant's command line does the same, on a local stack only.
    const change = async (...args: string[]) =>
      JSON.parse((await run(["credits", ...args, "--local", "--json"], env)).text).available;
    expect(await change("grant", "--credits", "3")).toBe(before.available + 10);
    expect(await change("adjust", "--credits=-10")).toBe(before.available);
    const live = { ...env, CHECKOUT_API_KEY: /Live key\s+(\S+)/.exec(printed)?.[1] };
    const shown = JSON.parse((await run(["credits", "show", "--json"], live)).text);
    expect(shown.available).toBe(before.available);

    const base = env.CHECKOUT_BASE_URL;
    const buy = await run(["credits", "buy", "--credits", "100", "--json"], env);
    const bought = { body: JSON.parse(buy.text) };
    const transfer = await call(base, "POST", "/_local/bank/transfers/", {
      body: {
        provider: "telebirr",
        amount: bought.body.amount,
        receiver_account: "251933000000",
        receiver_name: "Checkout Service",
      },
    });
    const token = bought.body.checkout.pay_url.split("/").at(-2);
    const paid = await call(base, "POST", `/api/public/gateway/checkouts/${token}/verify/`, {
      body: { input: transfer.body.reference },
    });
    expect(paid.body.status).toBe("verified");
    await call(base, "POST", "/_local/idle/", { body: {} });
    expect((await cli("credits", "show", "--local")).available).toBe(before.available + 100);
  });

  it("creates, verifies and waits, in JSON", async () => {
    const env = environment();
    const made = JSON.parse(
      (await run(["checkouts", "create", "--amount", "700", "--json"], env)).text,
    );
    const answer = await run(
      ["checkouts", "verify", made.id, "--input", "TESTOVER7", "--json"],
      env,
    );
    expect(JSON.parse(answer.text)).toMatchObject({ status: "verified" });
    expect((await run(["doctor"], env)).code).toBe(0);
  });
});
