import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

// Adapts the cloud assembly to the emulator. Lists everything that is left out or changed: an emulated
// deployment proves nothing about it.

/** Resource types that the emulator does not know. */
const UNKNOWN_TYPES = new Set([
  "AWS::CloudWatch::CompositeAlarm",
  // So the aliases of a release switch at once there.
  "AWS::CodeDeploy::Application",
  "AWS::CodeDeploy::DeploymentGroup",
  "AWS::Events::Archive",
  "AWS::WAFv2::LoggingConfiguration",
  "AWS::WAFv2::WebACLAssociation",
  "Custom::CDKBucketDeployment",
]);

interface Resource {
  readonly Type: string;
  UpdatePolicy?: unknown;
  Properties?: Record<string, unknown> & {
    Environment?: { Variables: Record<string, unknown> };
  };
  DependsOn?: string | string[];
}
interface Template {
  readonly Resources?: Record<string, Resource>;
  readonly Outputs?: Record<string, { readonly Value: unknown }>;
}

export interface EmulatorAssembly {
  /** Names of the stacks that have something left to deploy. */
  readonly stacks: readonly string[];
  /** `{stack}: {type} {logical id}`, or a stack that has nothing left. */
  readonly leftOut: readonly string[];
}

/**
 * Copies an assembly and adapts it: removes unknown resources, gives functions the emulator's address and the
 * public address of this run, and gives each bundle an `index.js`, because the emulator loads no `.cjs`.
 */
export function prepareAssembly(
  source: string,
  target: string,
  addresses: { readonly emulator: string; readonly publicBaseUrl: string },
): EmulatorAssembly {
  cpSync(source, target, { recursive: true });
  const leftOut: string[] = [];
  const stacks: string[] = [];
  for (const file of readdirSync(target)) {
    const folder = join(target, file);
    if (existsSync(join(folder, "index.cjs"))) {
      writeFileSync(join(folder, "index.js"), 'module.exports = require("./index.cjs");\n');
    }
    if (!file.endsWith(".template.json")) continue;
    const stack = file.replace(".template.json", "");
    const template = JSON.parse(readFileSync(folder, "utf8")) as Template;
    const resources = template.Resources ?? {};
    for (const id of unknownOf(resources)) {
      leftOut.push(`${stack}: ${resources[id]?.Type} ${id}`);
      delete resources[id];
      removeOutputsOf(id, template.Outputs ?? {});
    }
    for (const resource of Object.values(resources)) adjust(resource, resources, addresses);
    if (Object.keys(resources).length > 0) stacks.push(stack);
    else leftOut.push(`${stack}: nothing to deploy`);
    writeFileSync(folder, JSON.stringify(template));
  }
  return { stacks, leftOut };
}

function unknownOf(resources: Readonly<Record<string, Resource>>): readonly string[] {
  return Object.entries(resources)
    .filter(([, { Type, Properties }]) => UNKNOWN_TYPES.has(Type) || isMath(Type, Properties))
    .map(([id]) => id);
}

/** The emulator has alarms of single metrics only. */
function isMath(type: string, properties: Resource["Properties"]): boolean {
  return type === "AWS::CloudWatch::Alarm" && properties?.Metrics !== undefined;
}

/** An output of a resource that is not there would fail the stack. */
function removeOutputsOf(id: string, outputs: Record<string, { readonly Value: unknown }>): void {
  for (const [name, { Value }] of Object.entries(outputs)) {
    if (JSON.stringify(Value).includes(`"${id}"`)) delete outputs[name];
  }
}

function adjust(
  resource: Resource,
  left: Readonly<Record<string, Resource>>,
  { emulator, publicBaseUrl }: { readonly emulator: string; readonly publicBaseUrl: string },
): void {
  if (resource.DependsOn !== undefined) {
    resource.DependsOn = [resource.DependsOn].flat().filter((id) => id in left);
  }
  delete resource.UpdatePolicy;
  const variables = resource.Properties?.Environment?.Variables;
  if (resource.Type !== "AWS::Lambda::Function" || variables === undefined) return;
  variables.AWS_ENDPOINT_URL = emulator;
  variables.PUBLIC_BASE_URL = publicBaseUrl;
  const config = variables.SERVICE_CONFIG;
  // The receiver of this run listens on this machine.
  if (typeof config === "string") {
    const changed = { ...JSON.parse(config), webhookAllowLoopbackHttp: true, trustedProxy: false };
    variables.SERVICE_CONFIG = JSON.stringify(changed);
  }
}

// Replaces CloudFront in front of the emulated API Gateway, and receives the run's webhooks. Loopback only.

export interface Front {
  readonly url: string;
  /** URL for webhooks; every path below it answers 200. */
  readonly receiverUrl: string;
  /** Forwards requests to this API from now on. */
  serve(emulatorUrl: string, apiId: string, stage: string): void;
  close(): Promise<void>;
}

const RECEIVER = "/receiver/";

export async function openFront(): Promise<Front> {
  let target: string | null = null;
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (path.startsWith(RECEIVER)) {
      incoming.resume().on("end", () => outgoing.end("{}"));
      return;
    }
    if (target === null) {
      outgoing.writeHead(503).end();
      return;
    }
    const passed = request(target + path, { method: incoming.method, headers: own(incoming) });
    passed.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  await listen(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    receiverUrl: `${url}${RECEIVER}`,
    serve(emulatorUrl, apiId, stage) {
      target = `${emulatorUrl}/restapis/${apiId}/${stage}/_user_request_`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The emulator chooses the API by the path, so the host must be its own. */
function own({ headers }: IncomingMessage): IncomingMessage["headers"] {
  const { host: _host, ...others } = headers;
  return others;
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
}
