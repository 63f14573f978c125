import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SERVICE_VERSION } from "../../lib/contract/brand.ts";
import { clientGroups } from "../../lib/contract/client-methods.ts";
import { clientDocument, modelOf } from "../../lib/contract/client-model.ts";
import { pascalCase } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { callTabs } from "../../lib/pages/docs/call-samples.ts";
import { CLIENT_SAMPLES } from "../../lib/pages/docs/clients.ts";
import { isInstalled } from "../support/released-bundles.ts";

const CLIENTS = join(import.meta.dirname, "..", "..", "clients");
const PYTHON = join(CLIENTS, "python");
const PHP = join(CLIENTS, "php");

/** What a checker prints where it finds something wrong; empty otherwise. */
function run(cwd: string, [command = "", ...args]: readonly string[]): string {
  try {
    execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}` || String(error);
  }
}

const CATCH_UP = `from checkout_verification_client import Client, WebhookEvent, models

def handle(event: WebhookEvent) -> None:
    if isinstance(event, models.CheckoutVerifiedEvent):
        print(event.data.object.client_reference)

def catch_up(client: Client) -> None:
    for event in client.events.all(type="checkout.verified"):
        handle(event)
    handle(client.events.get("evt_1"))
    handle(client.events.list().data[0])
`;

/** In the folder and for the version of the check of the whole client, whose findings are kept for it. */
const MYPY_OF_A_TEXT = [
  ...["env", "MYPYPATH=src", "python3", "-m", "mypy"],
  ...["--config-file=", "--strict", "--python-version=3.10", "-c"],
];

const CHECKS = [
  ["mypy, strictly", PYTHON, ["python3", "-m", "mypy"], ["python3", "-m", "mypy", "--version"]],
  [
    "mypy, strictly, where the documentation verifies a webhook",
    PYTHON,
    [...MYPY_OF_A_TEXT, CLIENT_SAMPLES.python.verify],
    ["python3", "-m", "mypy", "--version"],
  ],
  [
    "mypy, strictly, where one function handles webhooks and listed events",
    PYTHON,
    [...MYPY_OF_A_TEXT, CATCH_UP],
    ["python3", "-m", "mypy", "--version"],
  ],
  ["ruff", PYTHON, ["python3", "-m", "ruff", "check", "."], ["python3", "-m", "ruff", "--version"]],
  [
    "the format of ruff",
    PYTHON,
    ["python3", "-m", "ruff", "format", "--check", "."],
    ["python3", "-m", "ruff", "--version"],
  ],
  [
    "composer",
    PHP,
    ["composer", "validate", "--strict", "--no-interaction"],
    ["composer", "--version"],
  ],
  ["PHPStan at level 9", PHP, ["phpstan", "analyse", "--no-progress"], ["phpstan", "--version"]],
] as const;

describe("the documented samples in TypeScript", () => {
  const folder = mkdtempSync(join(tmpdir(), "samples-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("compile in strict mode", () => {
    const { create, verify } = CLIENT_SAMPLES.typescript;
    const calls = ROUTES.flatMap(callTabs).filter(({ name }) => name === "TypeScript");
    expect(calls.length).toBeGreaterThan(5);
    const reference = [
      'import { createClient } from "checkout-verification-client";',
      'const client = createClient({ baseUrl: "https://checkout.example" });',
      ...calls.map(({ code }) => `{\n${code}\n}`),
    ].join("\n");
    const environment = "declare const process: { env: Record<string, string | undefined> };";
    for (const [name, code] of Object.entries({ create, verify, reference })) {
      writeFileSync(join(folder, `${name}.ts`), `${code}\n${environment}\n`);
    }
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true, types: [] },
      ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
      lib: ["es2022", "dom", "dom.iterable"],
      paths: { "checkout-verification-client": [join(CLIENTS, "typescript/src/index.ts")] },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const tsc = join(CLIENTS, "../node_modules/typescript/bin/tsc");
    expect(run(folder, [process.execPath, tsc, "-p", folder])).toBe("");
  });
});

describe("the clients for Python and PHP", () => {
  it.each(CHECKS)("pass %s", (name, cwd, command, probe) => {
    if (!isInstalled(probe, { leftOut: `check of the clients by ${name}` })) return;
    expect(run(cwd, command)).toBe("");
  });

  it("ask in PHP for the body where it has fields that must not be left out", () => {
    const document = clientDocument();
    const required = new Map(
      modelOf(document, document.sent).objects.map(({ name, fields }) => [
        name,
        fields.some((field) => field.required),
      ]),
    );
    for (const { name: group, methods } of clientGroups(document)) {
      const code = readFileSync(join(PHP, "src/Resource", `${pascalCase(group)}.php`), "utf8");
      for (const { name, input, operation } of methods) {
        if (input !== "body" || operation.body === null || !("name" in operation.body)) continue;
        const camelCase = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
        const [, parameters] = new RegExp(`function ${camelCase}\\((.*)\\)`).exec(code) ?? [];
        const isOptional = /\$body = \[\]/.test(parameters ?? "");
        expect([name, isOptional]).toEqual([name, !required.get(operation.body.name)]);
      }
    }
  });

  it("have the version of the service", () => {
    const project = readFileSync(join(PYTHON, "pyproject.toml"), "utf8");
    const node = JSON.parse(readFileSync(join(CLIENTS, "typescript/package.json"), "utf8"));
    expect(/^version = "(.+)"$/m.exec(project)?.[1]).toBe(SERVICE_VERSION);
    expect(node.version).toBe(SERVICE_VERSION);
  });

  it("contain only PHP that parses", () => {
    if (!isInstalled(["php", "--version"], { leftOut: "syntax of the client for PHP" })) return;
    const files = readdirSync(PHP, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".php"),
    );
    expect(files.length).toBeGreaterThan(100);
    const check =
      "foreach (array_slice($argv, 1) as $file) token_get_all(file_get_contents($file), TOKEN_PARSE);";
    expect(run(PHP, ["php", "-r", check, ...files])).toBe("");
  });
});
