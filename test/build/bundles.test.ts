import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { beforeAll, describe, expect, test } from "vitest";
import type { Access } from "../../lib/contract/access.ts";
import { SERVICE_VERSION } from "../../lib/contract/brand.ts";
import { WORKERS } from "../../lib/contract/functions.ts";
import { openApiDocument } from "../../lib/contract/openapi.ts";
import { docs, docsTopic, openApi } from "../../lib/contract/routes/service.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { type BuiltFunction, functionEntries } from "../../lib/infra/build-functions.ts";
import { docsSite } from "../../lib/pages/docs/render-docs.ts";
import { topics } from "../../lib/pages/docs/topics.ts";
import { runSmoke } from "../../lib/smoke/run-smoke.ts";
import { proxyEvent, setFunctionEnvironment } from "../support/function-calls.ts";
import { bundleAll } from "../support/released-bundles.ts";
import { startLocal } from "../support/running-stack.ts";

/** Those that read receipts, or recognize a reference again to ask the payer about it. */
const READERS = [
  "platform-sell-notice",
  "platform-sell-point",
  "public-claim-notice",
  "public-show-pay-page",
  "public-submit-pay-page",
  "public-verify-checkout",
  "v1-verify-checkout",
  "workers-check-notice-payments",
  "workers-check-provider-health",
  "workers-follow-notices",
  "workers-run-canaries",
  "workers-verify-attempt",
];

const PROVIDER_CHAIN = /nested-clients|credential-provider-(?:ini|sso|process|login|web-identity)/;

/** Bundles shorten the names of classes, and logs tell errors apart by `name`. */
test("every error class names itself", () => {
  const root = join(import.meta.dirname, "..", "..");
  const nameless = ["domain", "contract", "providers", "store", "cloud", "pipeline", "use-cases"]
    .flatMap((folder) => globSync(`lib/${folder}/**/*.ts`, { cwd: root }))
    .filter((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return (
        // What extends ServiceError inherits its name, and what extends AwsError gives it one.
        /class \w+ extends (?!ServiceError|AwsError)\w*Error\b/.test(text) &&
        !/override readonly name(?: = "\w+"|: string;)/.test(text)
      );
    });
  expect(nameless).toEqual([]);
});

let outputFolder: string;
let built: readonly BuiltFunction[] = [];
beforeAll(async () => {
  ({ folder: outputFolder, built } = await bundleAll());
}, 600_000);

function neededBy({ table, queues, bus, secrets, writesSecrets, sms }: Access): string[] {
  const isAny = (value: object | undefined) => Object.keys(value ?? {}).length > 0;
  const needed: readonly (readonly [string, boolean])[] = [
    ["@aws-sdk/client-sns", sms === true],
    ["DYNAMODB", isAny(table)],
    ["EVENTBRIDGE", bus === true],
    ["SECRETS_MANAGER", isAny(secrets) || isAny(writesSecrets)],
    ["SQS", isAny(queues)],
  ];
  return needed.filter(([, isNeeded]) => isNeeded).map(([name]) => name);
}

/** Bodies that bundles answer with, in a process of a stage. */
function answersOf(
  requests: readonly (readonly [string, APIGatewayProxyEvent])[],
  PUBLIC_BASE_URL: string,
): readonly string[] {
  const program = `
    const [folder, requests] = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const context = { getRemainingTimeInMillis: () => 10_000 };
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = () => true;
    (async () => {
      const bodies = [];
      for (const [id, event] of requests)
        bodies.push((await require(folder + "/" + id + "/index.cjs").handler(event, context)).body);
      write(JSON.stringify(bodies));
    })();`;
  const output = execFileSync(process.execPath, ["-e", program], {
    encoding: "utf8",
    input: JSON.stringify([outputFolder, requests]),
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PUBLIC_BASE_URL,
      ...{ STAGE: "test", DEFAULT_CURRENCY: "ETB", PHONE_REGION: "ET", SERVICE_CONFIG: "{}" },
    },
  });
  return JSON.parse(output) as readonly string[];
}

const withoutNonce = (page: string) => page.replaceAll(/nonce="[\w-]*"/g, 'nonce=""');

describe("the bundle", () => {
  test.each(functionEntries(ROUTES, WORKERS))(
    "of $id holds a client for what it may touch, and for nothing else",
    ({ id, access }) => {
      const packages = built.find((entry) => entry.id === id)?.packages ?? [];
      const ofTheSdk = packages
        .map(({ name }) => name)
        .filter((name) => /^@aws-sdk\/(?:client-|lib-)/.test(name));
      const code = readFileSync(join(outputFolder, id, "index.cjs"), "utf8");
      const ours = [...code.matchAll(/\bvariable:"(\w+)"/g)].map(([, name = ""]) => name);
      expect([...ofTheSdk, ...ours.sort()]).toEqual(neededBy(access));
    },
  );

  test("takes credentials from the environment, without the SDK's chain of providers", () => {
    const providers = built.flatMap(({ id, packages }) =>
      packages.filter(({ name }) => PROVIDER_CHAIN.test(name)).map(({ name }) => `${id}: ${name}`),
    );
    expect(providers).toEqual([]);
  });

  test("looks for no settings of AWS in files: Lambda has none", () => {
    const looking = built.filter(({ id }) =>
      /AWS_CONFIG_FILE|AWS_SHARED_CREDENTIALS_FILE/.test(
        readFileSync(join(outputFolder, id, "index.cjs"), "utf8"),
      ),
    );
    expect(looking.map(({ id }) => id)).toEqual([]);
  });

  test("knows currencies without `Intl`, and takes random values without Web Crypto", () => {
    const slow = built.filter(({ id }) =>
      /supportedValuesOf|(?<![.\w])crypto\.(?:randomUUID|getRandomValues)/.test(
        readFileSync(join(outputFolder, id, "index.cjs"), "utf8"),
      ),
    );
    expect(slow.map(({ id }) => id)).toEqual([]);
  });

  test("parses a configuration in full that the deployment has not parsed", () => {
    const load = (config: string) =>
      execFileSync(process.execPath, [join(outputFolder, "service-health", "index.cjs")], {
        encoding: "utf8",
        stdio: "pipe",
        env: {
          STAGE: "test",
          PUBLIC_BASE_URL: "https://pay.example",
          DEFAULT_CURRENCY: "ETB",
          PHONE_REGION: "ET",
          SERVICE_CONFIG: config,
        },
      });
    expect(load("{}")).toBe("");
    expect(() => load('{"signUpCredits":-1}')).toThrow("SERVICE_CONFIG.signUpCredits");
  });

  test("of a document has its text, for the address of any stage, and not the schemas it is made of", () => {
    const PUBLIC_BASE_URL = "http://127.0.0.1:8080/shop";
    const requests: readonly (readonly [string, APIGatewayProxyEvent])[] = [
      ["service-openapi", proxyEvent(openApi, {})],
      ["service-docs", proxyEvent(docs, {})],
      ...topics(ROUTES, PUBLIC_BASE_URL).map(
        ({ slug }) =>
          ["service-docs-topic", proxyEvent(docsTopic, { params: { topic: slug } })] as const,
      ),
    ];
    const bodies = answersOf(requests, PUBLIC_BASE_URL);
    const [document = "", ...pages] = bodies;
    const version = SERVICE_VERSION;
    const expected = openApiDocument(ROUTES, { version, baseUrl: PUBLIC_BASE_URL });
    expect(JSON.parse(document)).toEqual(JSON.parse(JSON.stringify(expected)));
    const site = docsSite(topics(ROUTES, PUBLIC_BASE_URL));
    expect(pages.map(withoutNonce)).toEqual([...site.values()].map((page) => page("")));
  });

  test("holds no schemas for documents, and no code that makes them", () => {
    for (const { id } of built) {
      const code = readFileSync(join(outputFolder, id, "index.cjs"), "utf8");
      expect(code, id).not.toContain("draft-2020-12");
    }
    // A field of a schema, as code; the text has it in quotes.
    const code = readFileSync(join(outputFolder, "service-openapi", "index.cjs"), "utf8");
    expect(code).not.toContain("client_reference:");
  });

  test("is 210 KB or less for half of the functions", () => {
    const sizes = built.map(({ bytes }) => bytes).toSorted((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(210 * 1024);
  });

  test("of what reads no receipts is without the PDF reader, and no function loads it at its start", () => {
    const withReader = built.filter(({ id }) => existsSync(join(outputFolder, id, "pdf.cjs")));
    expect(withReader.map(({ id }) => id).sort()).toEqual(READERS);
    const carrying = built.filter(({ packages }) => packages.some(({ name }) => name === "unpdf"));
    expect(carrying).toEqual([]);
    const reader = createRequire(import.meta.url)(join(outputFolder, READERS[1] ?? "", "pdf.cjs"));
    expect(reader).toHaveProperty("getDocumentProxy");
  });
});

/** The local stack's own functions share their code, so one test runs it with what AWS gets. */
test("the bundles of AWS pass the smoke test on the local stack", async () => {
  const ran = new Set<string>();
  const stack = await startLocal({
    otherRelease: {
      folderOf: (id) => join(outputFolder, id),
      takes: (id) => ran.add(id).size > 0,
    },
    seed: true,
  });
  try {
    const lines: string[] = [];
    const { verdict } = await runSmoke({
      baseUrl: stack.url,
      key: stack.seed?.test_key ?? null,
      say: (line) => lines.push(line),
      wait: () => stack.idle(),
    });
    expect(verdict, lines.join("\n")).toBe("The service works.");
    expect(ran.size).toBeGreaterThan(10);
  } finally {
    await stack.close();
  }
});

/** Variables that only a function with this access has. */
function variablesOf({ table, queues = [], secrets = [], writesSecrets = [] }: Access): string[] {
  const name = (kind: string, text: string) => `${kind}_${text.toUpperCase().replaceAll("-", "_")}`;
  return [
    ...(table ? ["TABLE_NAME"] : []),
    ...queues.map((queue) => name("QUEUE_URL", queue)),
    ...[...secrets, ...writesSecrets].map((secret) => name("SECRET", secret)),
  ];
}

/** Loads bundles, compiled once, in each of these environments: what they throw, or null. */
function refusalsOf(
  loads: readonly { readonly id: string; readonly in: readonly NodeJS.ProcessEnv[] }[],
): readonly (readonly (string | null)[])[] {
  const program = `
    const { readFileSync } = require("node:fs");
    const { createRequire, wrap } = require("node:module");
    const { runInThisContext } = require("node:vm");
    const [folder, loads] = JSON.parse(readFileSync(0, "utf8"));
    const refusals = loads.map((load) => {
      const file = folder + "/" + load.id + "/index.cjs";
      const run = runInThisContext(wrap(readFileSync(file, "utf8")), file);
      return load.in.map((env) => {
        process.env = env;
        try {
          const module = { exports: {} };
          run(module.exports, createRequire(file), module, file, folder);
          return null;
        } catch (error) {
          return error.name + ": " + error.message;
        }
      });
    });
    console.log(JSON.stringify(refusals));`;
  const output = execFileSync(process.execPath, ["-e", program], {
    encoding: "utf8",
    input: JSON.stringify([outputFolder, loads]),
  });
  return JSON.parse(output) as readonly (readonly (string | null)[])[];
}

describe("a function with an incomplete or wrong environment", () => {
  const before = { ...process.env };
  setFunctionEnvironment({ tableName: "any", dynamoDbEndpoint: "http://127.0.0.1:9" });
  const complete = { ...process.env };
  process.env = before;
  const refusalOf = (id: string, change: NodeJS.ProcessEnv) =>
    refusalsOf([{ id, in: [{ ...complete, ...change }] }])[0]?.[0];

  test("starts with all variables, and else refuses and names each one of what it may touch", () => {
    const entries = functionEntries(ROUTES, WORKERS).map(({ id, access }) => ({
      id,
      variables: variablesOf(access),
    }));
    const needy = entries.filter(({ variables }) => variables.length > 0);
    expect(needy.length).toBeGreaterThan(100);
    const without = (variables: readonly string[]) =>
      Object.fromEntries(Object.entries(complete).filter(([name]) => !variables.includes(name)));
    const refusals = refusalsOf(
      entries.map(({ id, variables }) => ({ id, in: [complete, without(variables)] })),
    );
    for (const [index, { id, variables }] of entries.entries()) {
      const [withAll, withoutThem] = refusals[index] ?? [];
      expect(withAll, id).toBeNull();
      if (variables.length > 0) expect(withoutThem, id).toMatch(/^EnvironmentError: /);
      for (const variable of variables) expect(withoutThem, id).toContain(variable);
    }
  });

  test.each(["STAGE", "PUBLIC_BASE_URL", "SERVICE_CONFIG", "PHONE_REGION"])(
    "names %s, which all of them need",
    (variable) => {
      expect(refusalOf("service-health", { [variable]: undefined })).toContain(variable);
    },
  );

  test("refuses a currency whose amounts cannot be shown", () => {
    expect(refusalOf("service-health", { DEFAULT_CURRENCY: "XYZ" })).toBe(
      "EnvironmentError: The environment is not usable. DEFAULT_CURRENCY: is not a known currency",
    );
  });

  test("refuses an account that cannot sell credits", () => {
    const SERVICE_CONFIG = JSON.stringify({ operatorAccountId: "acc_1" });
    expect(refusalOf("service-health", { SERVICE_CONFIG })).toContain(
      "SERVICE_CONFIG.operatorAccountId: must be the id of an account, acc_…",
    );
  });
});
