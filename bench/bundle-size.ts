import { mkdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { functionHandlers, WORKERS } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { buildFunctions } from "../lib/infra/build-functions.ts";
import { handlerEntries, handlerFiles } from "../lib/infra/lean-bundles.ts";
import { type Figure, median, round } from "./figure.ts";

/** P2: what a cold start has to load. */
export async function bundleSize(bundles: readonly BundlePair[]): Promise<Figure> {
  const sized = await Promise.all(
    bundles.map(async ({ id, ours, oursBytes, plainBytes }) => {
      const zipped = gzipSync(await readFile(ours)).length;
      return { id, oursBytes, plainBytes, zipped, ratio: oursBytes / plainBytes };
    }),
  );
  const row = (name: string, pick: (values: readonly number[]) => number) => ({
    "": name,
    "ours KB": round(pick(sized.map(({ oursBytes }) => oursBytes)) / 1024, 0),
    "ours gzip KB": round(pick(sized.map(({ zipped }) => zipped)) / 1024, 0),
    "plain KB": round(pick(sized.map(({ plainBytes }) => plainBytes)) / 1024, 0),
    "ours/plain": round(pick(sized.map(({ ratio }) => ratio)), 2),
  });
  return {
    id: "P2",
    title: "bundle size per function",
    how: `${sized.length} functions; plain = NodejsFunction's esbuild defaults, minified, SDK bundled.`,
    rows: [
      row("smallest", (values) => Math.min(...values)),
      row("median", median),
      row("largest", (values) => Math.max(...values)),
      row("sum", (values) => values.reduce((sum, value) => sum + value, 0)),
    ].map((entry, index) => (index === 3 ? { ...entry, "ours/plain": sumRatio(sized) } : entry)),
    details: Object.fromEntries(
      sized.map(({ id, oursBytes, plainBytes, zipped }) => [id, { oursBytes, zipped, plainBytes }]),
    ),
  };
}

function sumRatio(sized: readonly { readonly oursBytes: number; readonly plainBytes: number }[]) {
  const sum = (pick: (entry: (typeof sized)[number]) => number) =>
    sized.reduce((total, entry) => total + pick(entry), 0);
  return round(sum(({ oursBytes }) => oursBytes) / sum(({ plainBytes }) => plainBytes), 2);
}

const ROOT = join(import.meta.dirname, "..");
const HANDLERS = functionHandlers(ROUTES, WORKERS);

export interface BundlePair {
  readonly id: string;
  /** Paths of the bundles. */
  readonly ours: string;
  readonly plain: string;
  readonly oursBytes: number;
  readonly plainBytes: number;
}

/** The SDK's own clients under the names of ours. */
const SDK_CLIENTS: Readonly<Record<string, string>> = {
  "dynamodb.ts": `
    import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
    import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
    export { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
    export { BatchGetCommand, BatchWriteCommand, DeleteCommand, GetCommand, PutCommand, paginateQuery, paginateScan, QueryCommand,
      ScanCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
    const marshallOptions = { removeUndefinedValues: true, convertClassInstanceToMap: true };
    export function DocumentClient(settings) {
      return DynamoDBDocumentClient.from(new DynamoDBClient(settings), { marshallOptions });
    }`,
  "aws-services.ts": `
    export { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
    export { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
    export { DeleteMessageCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageBatchCommand, SendMessageCommand,
      SQSClient } from "@aws-sdk/client-sqs";`,
};

const sdkClients: Plugin = {
  name: "sdk-clients",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/lib\/cloud\/(?:dynamodb|aws-services)\.ts$/ }, ({ path }) => ({
      contents: SDK_CLIENTS[basename(path)] ?? "",
      resolveDir: ROOT,
    }));
  },
};

/**
 * Every function twice: as we build it, and as `NodejsFunction` does where nothing is set but `minify`
 * and `bundleAwsSDK`: esbuild's own defaults for Node, i.e. CommonJS from the packages' `main`, with the SDK's clients.
 */
export async function buildBoth(folder: string): Promise<readonly BundlePair[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const ours = await buildFunctions({
    handlers: HANDLERS,
    root: ROOT,
    outputFolder: join(folder, "ours"),
  });
  const { entryPoints, plugin } = handlerEntries(handlerFiles(HANDLERS, ROOT), ROOT);
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    plugins: [plugin, sdkClients],
    outdir: join(folder, "plain"),
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    minify: true,
    outExtension: { ".js": ".cjs" },
    metafile: true,
    logLevel: "error",
  });
  const plain = new Map(
    Object.entries(metafile.outputs).map(([path, { bytes }]) => [path.split("/").at(-2), bytes]),
  );
  return ours.map(({ id, bytes }) => ({
    id,
    ours: join(folder, "ours", id, "index.cjs"),
    plain: join(folder, "plain", id, "index.cjs"),
    oursBytes: bytes,
    plainBytes: plain.get(id) ?? 0,
  }));
}
