// Starts the whole service in this process, from a cloud assembly: the composition root of the local stack.
//
// A request: `http-server.ts` → `gateway/` finds the route in the template, asks its authorizer and invokes the
// function → `lambda/runtime.ts` runs the function in a thread, with the environment of its template. The function's
// AWS clients call `aws/front-door.ts`, which checks the grants of the function's role before `aws/services.ts` calls
// an engine (`engines/`: DynamoDB, SQS) or answers itself.
//
// An event: a write to the table wakes `events/stream-source.ts`, which invokes the relay → the relay puts entries on
// the bus (`events/bus.ts`) → rules match them and deliver to queues → `events/queue-source.ts` invokes the queue's
// function, such as the one that sends webhooks.
import { join } from "node:path";
import { BASE_URL_VARIABLE } from "../contract/functions.ts";
import type { Deployment } from "./assembly/deployment.ts";
import type { DeployedFunction } from "./assembly/functions.ts";
import { readService } from "./assembly/wiring.ts";
import { type FrontDoor, OPERATOR, openFrontDoor } from "./aws/front-door.ts";
import {
  createDynamoDbService,
  createSecretsService,
  createSnsService,
  createSqsService,
} from "./aws/services.ts";
import { type Clock, createClock, createTimeTravel } from "./clock.ts";
import { controlRoutes } from "./control-routes.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { createAwsJsonClient } from "./engines/aws-json.ts";
import { ensureTables, startEngines } from "./engines/start-engines.ts";
import { createBusService, createDeliver } from "./events/bus.ts";
import { createSchedules } from "./events/schedules.ts";
import { openSources } from "./events/sources.ts";
import { createCheckpoints } from "./events/stream-source.ts";
import { createAuthorize } from "./gateway/authorize.ts";
import { createGateway } from "./gateway/integrate.ts";
import { refuse } from "./gateway/refusal.ts";
import { openHttpServer } from "./http-server.ts";
import { functionEnvironment } from "./lambda/environment.ts";
import type { SpareThread } from "./lambda/function-thread.ts";
import { createLambdaRuntime, type LambdaOptions } from "./lambda/runtime.ts";
import { type OtherRelease, variablesOf, versionsOf } from "./lambda/versions.ts";
import type { LocalRoutes } from "./local-route.ts";
import {
  type Activity,
  createActivity,
  createLogSink,
  type LogLine,
  type SeenAnswer,
} from "./log-sink.ts";
import { createReceivers, type Receivers } from "./receiver.ts";
import { createReleases } from "./releases.ts";
import { environmentRoutes } from "./sam/sam-template.ts";
import { learnSecrets } from "./service-environment.ts";
import { createSite, type SiteBuild } from "./site.ts";
import { createSmsInbox, type SmsInbox } from "./sms-inbox.ts";

export type LocalStackOptions = {
  /** Folder of the cloud assembly. */
  readonly assembly: string;
  /** The assembly never changes, so that what was read of it can be kept there; false unless given. */
  readonly isFinal?: boolean;
  /** Folder, or `:memory:`. */
  readonly data: string;
  /** 0: any free one. */
  readonly port: number;
  /**
   * From the stack's address and a function's variables in the template: variables that override them. Only names that
   * the function has count, and `PROVIDER_…_BASE_URL`. The process's own environment overrides both.
   */
  readonly environment?: (
    url: string,
    template: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string | undefined>>;
  /** First value of a secret, by its name, where the template's is not wanted. */
  readonly secretValue?: (name: string) => string | undefined;
  /** The dashboard, served beside the API. */
  readonly site?: SiteBuild;
  /** Sees every answer of the gateway, after the client. */
  readonly observe?: (seen: SeenAnswer) => void;
  /** More helpers under `/_local/`, tried after the stack's own. */
  readonly routes?: (stack: LocalStack) => readonly LocalRoutes[];
  /** Invocations of one function at the same time; 4 unless given. */
  readonly maxPerFunction?: number;
  /** Another release of some functions, which takes a part of the invocations, as in a canary. */
  readonly otherRelease?: OtherRelease;
  /** Schedules run only by a move of the clock or by name, not by real time. */
  readonly schedulesWait?: boolean;
  /** Threads of earlier stacks in this process, which this one takes and gives back; its own unless given. */
  readonly spareThreads?: SpareThread[];
};
export type LocalStack = {
  /** e.g. `http://127.0.0.1:3000`, without a slash at the end. */
  readonly url: string;
  readonly deployment: Deployment;
  /** For SDK clients of tests and tools: every action is allowed. */
  readonly aws: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  /** Output of the functions. */
  readonly logs: readonly LogLine[];
  readonly receivers: Receivers;
  readonly inbox: SmsInbox;
  /** Invokes a function by its id with any event. */
  invoke(functionId: string, event: unknown): Promise<unknown>;
  /** Loads functions anew, with the present configuration, when they run next. */
  reload(): void;
  /** ms on the moved clock */
  now(): number;
  advance(seconds: number): Promise<{ readonly now: string; readonly steps: number }>;
  runSchedule(name: string): Promise<boolean>;
  /** Waits until nothing runs. @throws Error when that takes longer (30 s unless given). */
  idle(timeoutMilliseconds?: number): Promise<void>;
  close(): Promise<void>;
};

/** @throws Error that says what is missing or wrong */
export async function startStack(options: LocalStackOptions): Promise<LocalStack> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return await start(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  options: LocalStackOptions,
  closers: (() => Promise<void> | void)[],
  close: () => Promise<void>,
): Promise<LocalStack> {
  const activity = createActivity();
  // The port comes first: a second start fails with "port in use" rather than about the data folder.
  const server = await openHttpServer(options.port, activity);
  closers.push(server.close);
  const data = openDataFolder(options.data);
  closers.push(data.release);
  const clock = createClock(data.file("clock"));
  const door = await openFrontDoor(activity);
  closers.push(door.close);
  const variables = { [BASE_URL_VARIABLE]: process.env.PUBLIC_BASE_URL ?? server.url };
  const isFinal = options.isFinal ?? false;
  const { deployment, api } = readService(options.assembly, door.url, variables, isFinal);
  const { place } = deployment;
  const { region } = place;

  const [dynamoDb, queues] = await startEngines({ data, clock, deployment }, closers);
  const tableClient = createAwsJsonClient(dynamoDb);
  const streams = await ensureTables(tableClient, deployment.tables);

  const { logs, environmentOf, versions, threads } = openFunctions(options, {
    ...{ activity, clock, data, deployment, door, url: server.url },
    directTable: dynamoDb.embedded
      ? { frontDoorUrl: door.url, engineUrl: dynamoDb.endpoint, tables: deployment.tables }
      : null,
    tableChanged: (table) => sources.tableChanged(table),
  });
  closers.push(threads.close);
  const runtime = versions.route(threads);

  const checkpoints = createCheckpoints(data.file("checkpoints.json"));
  const sources = openSources({
    deployment,
    queues,
    tableClient,
    streams,
    runtime,
    activity,
    checkpoints,
    now: clock.now,
  });
  closers.push(sources.close);
  const deliver = createDeliver(deployment, queues, runtime, sources.queueChanged);
  const schedules = createSchedules({
    ...deployment,
    activity,
    checkpoints,
    deliver,
    now: clock.now,
  });
  closers.push(schedules.close);
  const inbox = createSmsInbox(data.file("sms.jsonl"), clock.now);
  const [stage = ""] = deployment.functions.map(({ environment }) => environment.STAGE ?? "");
  const releases = createReleases({ ...deployment, stage, deliver, now: clock.now });
  door.serve(
    [
      createDynamoDbService(tableClient, deployment.tables, sources.tableChanged),
      createSqsService(queues.client, deployment.queues, (queue) =>
        sources.queueChanged(queue.arn),
      ),
      createBusService({ ...deployment, deliver, now: clock.now }),
      createSecretsService(
        deployment.secrets.map((secret) => ({
          ...secret,
          value: options.secretValue?.(secret.name) ?? secret.value,
        })),
        data.file("secrets.json"),
        clock.now,
      ),
      createSnsService(inbox),
      releases.service,
    ],
    versions.all,
  );

  const time = createTimeTravel({
    clock,
    activity,
    schedules,
    nextMessageAt: sources.nextMessageAt,
    pokeAll: sources.pokeAll,
  });
  const receivers = createReceivers(data.file("receivers"), clock.now, Date.now);
  const learn = learnSecrets(receivers);
  const stack: LocalStack = {
    url: server.url,
    deployment,
    aws: {
      endpoint: door.url,
      region,
      credentials: { accessKeyId: OPERATOR, secretAccessKey: "local" },
    },
    logs: logs.lines,
    receivers,
    inbox,
    async invoke(functionId, event) {
      const deployed = deployment.functions.find(({ id }) => id === functionId);
      if (deployed === undefined) throw new Error(`there is no function ${functionId}`);
      const result = await runtime.invoke(deployed, JSON.stringify(event));
      if (!result.ok) throw new Error(`${result.error.errorType}: ${result.error.errorMessage}`);
      return JSON.parse(result.payload);
    },
    reload: runtime.reload,
    now: clock.now,
    advance: time.advance,
    runSchedule: schedules.run,
    async idle(timeoutMilliseconds = 30_000) {
      if (await time.settle(timeoutMilliseconds)) return;
      throw new Error(`the local stack is still busy after ${timeoutMilliseconds} ms`);
    },
    close,
  };
  server.serve({
    now: clock.now,
    gateway: createGateway(api, runtime, createAuthorize({ api, place, runtime, now: clock.now })),
    site: options.site === undefined ? null : createSite(options.site),
    tooLarge: (exchange) => refuse(api, exchange, "REQUEST_TOO_LARGE"),
    observe: (seen) => {
      learn(seen);
      options.observe?.(seen);
    },
    local: [
      controlRoutes({ time, schedules, inbox, now: clock.now }),
      receivers.routes,
      releases.routes,
      environmentRoutes(deployment.functions, environmentOf),
      ...(options.routes?.(stack) ?? []),
    ],
  });
  sources.pokeAll();
  if (!options.schedulesWait) schedules.start();
  return stack;
}

interface FunctionSurroundings {
  readonly activity: Activity;
  readonly clock: Clock;
  readonly data: DataFolder;
  readonly deployment: Deployment;
  readonly door: FrontDoor;
  /** Of the stack. */
  readonly url: string;
  readonly directTable: LambdaOptions["directTable"];
  readonly tableChanged: LambdaOptions["tableChanged"];
}

/** What runs the functions, with their variables, their versions and what they print. */
function openFunctions(options: LocalStackOptions, at: FunctionSurroundings) {
  const { activity, clock, data, deployment, door, url, directTable, tableChanged } = at;
  const { region } = deployment.place;
  const logs = createLogSink(data.file("logs"), clock.now);
  const environmentOf = (deployed: DeployedFunction) =>
    functionEnvironment(deployed, {
      region,
      frontDoorUrl: door.url,
      overrides: {
        PUBLIC_BASE_URL: url,
        ...options.environment?.(url, deployed.environment),
        ...process.env,
      },
    });
  const threads = createLambdaRuntime({
    clock: clock.shared,
    activity,
    logs,
    codeCache: join(options.assembly, "code-cache"),
    environment: (deployed) =>
      variablesOf(deployed.id, environmentOf(deployed), options.otherRelease),
    directTable,
    tableChanged,
    askFrontDoor: door.answer,
    ...(options.maxPerFunction !== undefined && { maxPerFunction: options.maxPerFunction }),
    ...(options.spareThreads && { spareThreads: options.spareThreads }),
  });
  const versions = versionsOf(deployment.functions, options.otherRelease);
  return { logs, environmentOf, versions, threads };
}
