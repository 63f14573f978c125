import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configFile } from "../src/cli/config.ts";
import { startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

describe("logging out", () => {
  it("ends the session at the service, then forgets it", async () => {
    const file = service.savedLogin(service.url, "session=left");
    expect((await service.run(["logout"], { CHECKOUT_CONFIG: file })).out).toBe("Logged out.\n");
    expect(service.seen.ended).toEqual(["session=left"]);
    expect(existsSync(file)).toBe(false);
  });

  it("keeps the login when the service cannot be reached, and names the file", async () => {
    const file = service.savedLogin("http://127.0.0.1:9", "session=kept");
    const { code, error } = await service.run(["logout"], { CHECKOUT_CONFIG: file });
    expect(code).toBe(4);
    expect(error).toContain(`delete ${file}`);
    expect(existsSync(file)).toBe(true);
  });

  it("says that the session goes on where the file is damaged", async () => {
    const file = service.savedLogin(service.url, "session=damaged");
    writeFileSync(file, '{"baseUrl":');
    const { error } = await service.run(["logout"], { CHECKOUT_CONFIG: file });
    expect(error).toContain("its session goes on");
  });
});

describe("a login that cannot be saved", () => {
  // A folder's mode does not stop root, but a file where the folder would be stops everyone.
  it("is refused before a code is sent, with the variable that helps", async () => {
    const file = join(service.savedLogin(service.url, "session=0"), "login.json");
    const args = ["login", "--phone", "0911998877", "--code", "123456"];
    const { code, error } = await service.run(args, { CHECKOUT_CONFIG: file });
    expect(error).toContain(`${file}, cannot be changed (EEXIST). Set CHECKOUT_CONFIG`);
    expect(code).toBe(3);
  });
});

describe("a saved login", () => {
  it.each([
    ["session=ended", 3, "Your login has expired"],
    ["session=outage", 1, "service_unavailable"],
  ])("with %s fails with exit code %i and says: %s", async (cookie, expected, text) => {
    const file = service.savedLogin(service.url, cookie);
    const { code, error } = await service.run(["webhooks", "list"], { CHECKOUT_CONFIG: file });
    expect(error).toContain(text);
    expect(code).toBe(expected);
  });

  it.each(["credits show", "doctor", "webhooks list"])(
    "for another address is named, with the command that logs in here: %s",
    async (command) => {
      const elsewhere = "http://127.0.0.1:9";
      const changes = {
        CHECKOUT_API_KEY: "",
        CHECKOUT_CONFIG: service.savedLogin(elsewhere, "session=good"),
      };
      const { code, error } = await service.run(command.split(" "), changes);
      expect(error).toBe(
        `Your login is for ${elsewhere}, not for ${service.url}. Log in here: checkout login --base-url ${service.url}\n`,
      );
      expect(code).toBe(3);
    },
  );

  it("renews the access token as often as it expires, each time with the saved cookie", async () => {
    const file = service.savedLogin(service.url, "session=0");
    const args = ["deliveries", "resend", "--all-failed", "--endpoint", "whk_9"];
    const { code, error } = await service.run(args, { CHECKOUT_CONFIG: file });
    expect({ code, error }).toEqual({ code: 0, error: "Resent 5 of 5\n" });
    expect(service.seen.tokens).toEqual([1, 2, 3, 4, 5].map((n) => `Bearer token-${n}`));
    expect(JSON.parse(readFileSync(file, "utf8")).cookie).toBe("session=6");
  });

  it("is replaced as a whole, so that no other command reads a part of it", async () => {
    const file = service.savedLogin(service.url, "session=0");
    const reader = openSync(file, "r");
    const args = ["deliveries", "resend", "del_1", "--endpoint", "whk_9"];
    expect((await service.run(args, { CHECKOUT_CONFIG: file })).code).toBe(0);
    expect(JSON.parse(readFileSync(reader, "utf8")).cookie).toBe("session=0");
    expect(JSON.parse(readFileSync(file, "utf8")).cookie).toBe("session=1");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file)).filter((name) => !name.endsWith(".json"))).toEqual([]);
    closeSync(reader);
  });

  it.each(["linux", "darwin", "win32"])(
    "has an absolute path with empty variables on %s",
    (platform) => {
      const own = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
      Object.defineProperty(process, "platform", { ...own, value: platform });
      const file = configFile({ XDG_CONFIG_HOME: "", APPDATA: "" });
      Object.defineProperty(process, "platform", own);
      expect(isAbsolute(file)).toBe(true);
    },
  );
});
