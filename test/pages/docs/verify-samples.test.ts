import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signWebhook } from "../../../lib/cloud/webhook-signature.ts";
import { quickstartSteps } from "../../../lib/contract/guide/quickstart.ts";
import { HMAC_SAMPLE, LIBRARY_SAMPLE } from "../../../lib/pages/docs/samples.ts";
import { VERIFY_SAMPLES } from "../../../lib/pages/docs/webhooks.ts";
import { hangUp } from "../../support/api.ts";

type Language = keyof typeof VERIFY_SAMPLES;

/** What a variable holds after the command that reads the secret has failed. */
const NO_SECRETS = ["", "null", "whsec_"];

/** Headers that anyone can make: signed with each key that base64 decoders make of no secret. */
function forged(body: string) {
  const time = String(Math.floor(Date.now() / 1000));
  const signatures = ["", "null"].map((text) => {
    const mac = createHmac("sha256", Buffer.from(text, "base64"));
    return `v1,${mac.update(`evt_1.${time}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": time,
    "webhook-signature": signatures.join(" "),
  };
}

/** Each driver reads lines of `body, id, time, signatures, secret` in base64 and prints true or false. */
const LANGUAGES: Record<
  Language,
  { file: string; run: string[]; probe: string[]; driver: string }
> = {
  go: {
    file: "verify.go",
    run: ["go", "run", "-gcflags=all=-N -l", "-ldflags=-s -w", "verify.go", "main.go"],
    probe: ["go", "version"],
    driver: "",
  },
  java: {
    file: "Webhooks.java",
    // A program that runs once needs no second compiler.
    run: ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "Webhooks.java"],
    probe: ["java", "-version"],
    driver: "",
  },
};

/** Without `fmt`, `net/http` and optimizing: an empty cache of Go would be filled for a minute, not for 15 s. */
const GO_MAIN = `package main

import (
	"bufio"
	"encoding/base64"
	"os"
	"strconv"
	"strings"
)

func main() {
	scanner := bufio.NewScanner(os.Stdin)
	for scanner.Scan() {
		parts := []string{}
		for _, part := range strings.Split(scanner.Text(), ",") {
			text, _ := base64.StdEncoding.DecodeString(part)
			parts = append(parts, string(text))
		}
		headers := map[string]string{}
		for index, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
			headers[name] = parts[index+1]
		}
		header := func(name string) string { return headers[strings.ToLower(name)] }
		genuine := isGenuine([]byte(parts[0]), header, parts[4])
		os.Stdout.WriteString(strconv.FormatBool(genuine) + "\\n")
	}
}
`;

/** The first class of a source file is what \`java\` runs. */
const JAVA_MAIN = `
class Main {
    public static void main(String[] arguments) throws Exception {
        var decoder = Base64.getDecoder();
        for (String line : new String(System.in.readAllBytes()).split("\\n")) {
            String[] parts = line.split(",", -1);
            var headers = new java.util.HashMap<String, String>();
            // As a proxy writes them.
            String[] names = {"Webhook-Id", "WEBHOOK-TIMESTAMP", "webhook-signature"};
            for (int i = 0; i < 3; i++) {
                String value = new String(decoder.decode(parts[i + 1]), StandardCharsets.UTF_8);
                if (!value.isEmpty()) headers.put(names[i], value);
            }
            String secret = new String(decoder.decode(parts[4]));
            System.out.println(Webhooks.isGenuine(decoder.decode(parts[0]), headers, secret));
        }
    }
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "samples-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isThere = ([command = "", ...args]: readonly string[]) =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

function write(language: Language): void {
  const { file, driver } = LANGUAGES[language];
  const { code } = VERIFY_SAMPLES[language];
  if (language === "go") writeFileSync(join(folder, "main.go"), GO_MAIN);
  const imports = code.slice(0, code.indexOf("class Webhooks"));
  const text =
    language === "java" ? imports + JAVA_MAIN + code.slice(imports.length) : code + driver;
  writeFileSync(join(folder, file), text);
}

describe.each(Object.keys(LANGUAGES) as Language[])("the sample in %s", (language) => {
  const { run, probe } = LANGUAGES[language];
  const present = isThere(probe);
  if (!present) console.log(`${probe[0]} is not installed: its sample is not run`);

  it.skipIf(!present)(
    "accepts our signatures, also during a rotation, and nothing else",
    () => {
      write(language);
      const secret = `whsec_${randomBytes(32).toString("base64")}`;
      const old = `whsec_${randomBytes(32).toString("base64")}`;
      const body = '{"type":"checkout.verified","note":"ሰላም"}';
      const now = Math.floor(Date.now() / 1000);
      const signed = (at: number) => ({
        ...signWebhook({ id: "evt_1", timestampSeconds: at, body }, [secret, old]),
      });
      const cases: readonly (readonly [string, Record<string, string>, string, boolean])[] = [
        [body, signed(now), secret, true],
        [body, signed(now), old, true],
        [`${body} `, signed(now), secret, false],
        [body, signed(now - 100_000), secret, false],
        [body, signed(now + 100_000), secret, false],
        [body, signed(now), `whsec_${"A".repeat(43)}=`, false],
        [body, { ...signed(now), "webhook-timestamp": "soon" }, secret, false],
        [body, { ...signed(now), "webhook-signature": "v1,AAAA" }, secret, false],
        [body, {}, secret, false],
        ...NO_SECRETS.map((key) => [body, forged(body), key, false] as const),
      ];
      const lines = cases.map(([text, headers, key]) =>
        [
          text,
          headers["webhook-id"] ?? "",
          headers["webhook-timestamp"] ?? "",
          headers["webhook-signature"] ?? "",
          key,
        ]
          .map((part) => Buffer.from(part).toString("base64"))
          .join(","),
      );
      const [command = "", ...args] = run;
      const printed = execFileSync(command, args, {
        cwd: folder,
        input: `${lines.join("\n")}\n`,
        encoding: "utf8",
        env: { ...process.env, GO111MODULE: "off" },
      });
      const expected = cases.map(([, , , genuine]) => String(genuine));
      expect(printed.trim().split("\n")).toEqual(expected);
    },
    // Go compiles parts of its standard library the first time.
    300_000,
  );
});

const [{ code = "" } = {}] = quickstartSteps("checkout");
const servers = {
  "with the library": LIBRARY_SAMPLE,
  "of the quickstart": /<<'EOF'\n([\s\S]*)\nEOF/.exec(code)?.[1] ?? "",
};

describe("without a secret", () => {
  it.each(NO_SECRETS)(
    "the sample for Node.js refuses a forged webhook if it is %j",
    async (secret) => {
      const { isGenuine } = await import(
        /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(HMAC_SAMPLE)}`
      );
      expect(isGenuine("{}", forged("{}"), secret)).toBe(false);
    },
  );

  it.each(
    Object.entries(servers).flatMap(([name, server]) =>
      [undefined, ...NO_SECRETS].map((secret) => [name, secret, server] as const),
    ),
  )("the server %s does not start if it is %j", (_, secret, server) => {
    const { PATH } = process.env;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", server], {
      encoding: "utf8",
      env: { PATH, ...(secret !== undefined && { WEBHOOK_SECRET: secret }) },
      timeout: 60_000,
    });
    expect(stderr).toContain("Error: WEBHOOK_SECRET is not");
    expect(status).toBe(1);
  });
});

it.each(Object.entries(servers))(
  "the server %s keeps on running after a sender that hung up in the middle of a webhook",
  async (_, server) => {
    const print = "function () { console.log(this.address().port); }";
    const listening = `.listen(0, "127.0.0.1").on("listening", ${print});`;
    const started = server.replace(/\.listen\(.*\);$/, listening);
    const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString("base64")}`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", started], {
      env: { PATH: process.env.PATH, WEBHOOK_SECRET },
    });
    try {
      const [port] = await once(child.stdout, "data");
      const url = `http://127.0.0.1:${Number(port)}/`;
      await hangUp(url);
      expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(400);
    } finally {
      child.kill();
    }
  },
);
