import { randomBytes } from "node:crypto";
import { App, Stack } from "aws-cdk-lib/core";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type MockInstance,
  test,
  vi,
} from "vitest";
import { QUEUES, WORKERS } from "../../lib/contract/functions.ts";
import { METRICS, METRICS_NAMESPACE, type MetricName } from "../../lib/contract/metrics.ts";
import { newId } from "../../lib/domain/ids.ts";
import { alarmEntries } from "../../lib/infra/alarms.ts";
import { dashboard } from "../../lib/infra/monitoring-stack.ts";
import { putMetric, putMetrics } from "../../lib/pipeline/log.ts";
import { logRequest } from "../../lib/pipeline/middleware/log-request.ts";
import { followBalance } from "../../lib/use-cases/credits/follow-balance.ts";
import { setFunctionEnvironment } from "../support/function-calls.ts";
import { createMerchant } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { open, receiptOf, verify } from "../support/verification.ts";
import { answer, newAccountId, WebhookRun } from "../support/webhook-run.ts";

interface EmfLine {
  readonly _aws: {
    readonly Timestamp: number;
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
    }[];
  };
  readonly [member: string]: unknown;
}

let engine: TestTable;
let output: MockInstance<typeof process.stdout.write>;
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
});
beforeEach(() => {
  output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return () => output.mockRestore();
});
afterAll(() => engine.stop());

/** Metric lines printed so far, as CloudWatch would read them. */
const printed = (): readonly EmfLine[] =>
  output.mock.calls
    .flatMap(([text]) => String(text).split("\n"))
    .filter((line) => line.includes('"_aws"'))
    .map((line) => JSON.parse(line) as EmfLine);

/** Name, dimensions and value of each, as CloudWatch takes them out of the lines. */
const counted = () =>
  printed().flatMap(({ _aws, ...members }) => {
    const found = _aws.CloudWatchMetrics.flatMap(({ Dimensions: [dimensions = []], Metrics }) =>
      Metrics.map(({ Name }) => ({
        name: Name,
        value: members[Name],
        ...Object.fromEntries(dimensions.map((each) => [each, members[each]])),
      })),
    );
    const used = found.flatMap(({ name, value: _, ...dimensions }) => [
      name,
      ...Object.keys(dimensions),
    ]);
    const { version: _, ...others } = members;
    expect(Object.keys(others).toSorted()).toEqual([...new Set(used)].toSorted());
    return found;
  });

describe("the line of a metric", () => {
  test.each(Object.keys(METRICS) as MetricName[])("of %s matches its entry", (name) => {
    putMetric(name, 3, { provider: "telebirr", outcome: "matched" });
    const [line] = printed();
    expect(line?._aws.CloudWatchMetrics).toEqual([
      {
        Namespace: METRICS_NAMESPACE,
        Dimensions: [
          ["stage", ...METRICS[name].dimensions],
          ...(METRICS[name].byVersion ? [["stage", ...METRICS[name].dimensions, "version"]] : []),
        ],
        Metrics: [{ Name: name, Unit: METRICS[name].unit }],
      },
    ]);
    // Every dimension has its value, and nothing else stands there: no tenant, no person.
    expect(Object.keys(line ?? {}).toSorted()).toEqual(
      [
        ...["_aws", "stage", ...METRICS[name].dimensions, name],
        ...(METRICS[name].byVersion ? ["version"] : []),
      ].toSorted(),
    );
    expect(line?.[name]).toBe(3);
  });

  test("of several has each with its own dimensions, and nothing twice", () => {
    const values = { AttemptsSettled: 1, VerificationTime: 7, CheckoutsVerified: 2 };
    putMetrics({ ...values, CreditsCaptured: 3 }, { provider: "telebirr", outcome: "matched" });
    expect(printed()).toHaveLength(1);
    const ofProvider = { stage: "test", provider: "telebirr" };
    expect(counted()).toEqual([
      { name: "AttemptsSettled", value: 1, ...ofProvider, outcome: "matched" },
      { name: "VerificationTime", value: 7, ...ofProvider },
      { name: "CheckoutsVerified", value: 2, ...ofProvider },
      { name: "CreditsCaptured", value: 3, stage: "test" },
    ]);
    const directives = printed()[0]?._aws.CloudWatchMetrics ?? [];
    expect(directives.map(({ Dimensions, Metrics }) => [Dimensions, Metrics.length])).toEqual([
      [[["stage", "provider", "outcome"]], 1],
      [[["stage", "provider"]], 2],
      [[["stage"]], 1],
    ]);
  });

  test("has all dimensions, even if one is unknown", () => {
    putMetric("CheckoutsVerified", 1);
    expect(printed()[0]).toMatchObject({ provider: "none" });
  });
});

describe("metrics", () => {
  test("count a live checkout from creation to its credit", async () => {
    const merchant = await createMerchant(engine.table, { credits: 5 });
    const { attempt } = await verify(merchant, receiptOf("DKT0000001"));
    expect(counted()).toEqual([
      { name: "CheckoutsCreated", value: 1, stage: "test" },
      {
        name: "AttemptsSettled",
        value: 1,
        stage: "test",
        provider: "telebirr",
        outcome: "matched",
      },
      {
        name: "VerificationTime",
        value: (attempt.settledAt ?? 0) - attempt.createdAt,
        stage: "test",
        provider: "telebirr",
      },
      { name: "CheckoutsVerified", value: 1, stage: "test", provider: "telebirr" },
      { name: "CreditsCaptured", value: 1, stage: "test" },
      {
        name: "FirstLookupTime",
        value: (attempt.settledAt ?? 0) - attempt.createdAt,
        stage: "test",
      },
    ]);
  });

  test("count a refused payment, but no verification or credit", async () => {
    const merchant = await createMerchant(engine.table, { credits: 5 });
    await verify(merchant, receiptOf("DKT0000002", { currency: "USD" }));
    expect(counted().map(({ name }) => name)).toEqual([
      "CheckoutsCreated",
      "AttemptsSettled",
      "VerificationTime",
      "FirstLookupTime",
    ]);
    expect(counted()[1]).toMatchObject({ outcome: "currency_mismatch" });
  });

  test("count nothing for a checkout refused without credits", async () => {
    const merchant = await createMerchant(engine.table, { credits: 1 });
    await verify(merchant, receiptOf("DKT0000003"));
    output.mockClear();
    await open(merchant).catch(() => null);
    expect(counted()).toEqual([]);
  });

  test("count exhausted credits when the last one is spent, and not before", async () => {
    const change = {
      ...{ recordId: "r", accountId: "acc_1", isShard: false, at: Date.now() },
      ...{ granted: 5, grantedBefore: 5 },
    };
    await followBalance({ ...change, before: 2, after: 1, captured: 4 });
    expect(counted()).toEqual([]);
    await followBalance({ ...change, before: 1, after: 0, captured: 5 });
    expect(counted()).toEqual([{ name: "CreditsExhausted", value: 1, stage: "test" }]);
  });
});

test.each([
  [503, [{ name: "RequestsFailed", value: 1, stage: "test", operation: "v1/create-checkout" }]],
  [500, [{ name: "RequestsFailed", value: 1, stage: "test", operation: "v1/create-checkout" }]],
  [429, []],
  [201, []],
])("a response with %d counts as failed only if it is 5xx", (statusCode, expected) => {
  const { after } = logRequest("v1/create-checkout");
  const event = { requestContext: { requestId: "r1", requestTimeEpoch: Date.now() } };
  after?.({ event, response: { statusCode } } as never);
  expect(counted()).toEqual(expected);
});

test.each([
  [200, false, 1],
  [200, true, 0],
  [302, true, 0],
  [404, true, 1],
  [503, true, 1],
  [undefined, true, 1],
])(
  "a response with %s to a public read (%s) is logged %d times",
  (statusCode, isPublicRead, lines) => {
    const { after } = logRequest("public/show-pay-page", isPublicRead);
    const event = { requestContext: { requestId: "r1", requestTimeEpoch: Date.now() } };
    after?.({ event, response: statusCode && { statusCode } } as never);
    const texts = output.mock.calls.map(([text]) => String(text));
    expect(texts.filter((text) => text.includes('"message":"request"'))).toHaveLength(lines);
  },
);

test("the delay of a delivery is counted once, from its event to its first attempt", async () => {
  const table = await engine.another();
  const answers = [answer(500), answer(204)];
  const run = new WebhookRun(table, { receive: () => answers.shift() ?? answer(204) });
  const place = { accountId: newAccountId(), appId: 1001 };
  await run.addEndpoint({ ...place, createdAt: run.now - 60_000 });
  const id = newId("evt_", run.now - 7_000, randomBytes(10));
  await run.commitEvent({ ...place, id });
  await run.runUntil(run.now + 3_600_000);
  expect(run.posts.length).toBeGreaterThan(1);
  const delays = counted().filter(({ name }) => name === "FirstDeliveryDelay");
  expect(delays).toEqual([{ name: "FirstDeliveryDelay", value: 7_000, stage: "test" }]);
});

test("the dashboard and the alarms use exactly the written metrics", () => {
  const sources = {
    ...{ stage: "prod", queues: QUEUES, workers: WORKERS, tableName: "table" },
    deadQueues: [],
  };
  const stack = new Stack(
    new App({ analyticsReporting: false, builtinCloudFormationValidation: false }),
    "Monitoring",
  );
  const body = stack.resolve(dashboard(stack, sources).dashboardBody) as { "Fn::Sub": [string] };
  const [text] = body["Fn::Sub"];
  for (const name of Object.keys(METRICS) as MetricName[]) {
    putMetric(name, 1);
    const schema = [METRICS_NAMESPACE, "stage", ...METRICS[name].dimensions].join(",");
    const read =
      METRICS[name].dimensions.length === 0
        ? `"${METRICS_NAMESPACE}","${name}","stage","prod"`
        : `{${schema}} MetricName=\\"${name}\\" stage=\\"prod\\"`;
    expect(text, name).toContain(read);
  }
  const written = new Map<string, readonly string[]>(
    printed().flatMap(({ _aws }) =>
      _aws.CloudWatchMetrics.map(
        ({ Metrics, Dimensions }) => [Metrics[0]?.Name ?? "", Dimensions[0] ?? []] as const,
      ),
    ),
  );
  const alarms = alarmEntries({ ...sources, providers: ["telebirr"] }).filter(
    ({ namespace }) => namespace === METRICS_NAMESPACE,
  );
  expect(alarms.length).toBe(7);
  for (const { metric, dimensions } of alarms) {
    expect(Object.keys(dimensions).toSorted()).toEqual([...(written.get(metric) ?? [])].toSorted());
  }
});
