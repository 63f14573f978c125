import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeployedFunction } from "../assembly/functions.ts";
import { ACCOUNT } from "../assembly/intrinsics.ts";
import { readBody } from "../gateway/exchange.ts";
import type { Activity } from "../log-sink.ts";
import { type Demand, decide } from "./policy.ts";

// Identifies the caller of the front door: the access key id of a function is its id.

/** Access key id of the stack's own tools (seed, tests, command line); it may do everything. */
export const OPERATOR = "local-operator";

export type GrantedFunction = Pick<DeployedFunction, "name" | "roleName" | "statements">;
export type Caller =
  | { readonly kind: "operator" }
  | { readonly kind: "function"; readonly function: GrantedFunction };

/** Null for an unknown credential. */
export function identify(
  authorization: string,
  functions: ReadonlyMap<string, GrantedFunction>,
): Caller | null {
  const id = /Credential=([^/,\s]+)\//.exec(authorization)?.[1];
  if (id === OPERATOR) return { kind: "operator" };
  const found = functions.get(id ?? "");
  return found === undefined ? null : { kind: "function", function: found };
}

/** Null when all demands are granted; otherwise AWS's error message. */
export function refusal(caller: Caller, demands: readonly Demand[]): string | null {
  if (caller.kind === "operator") return null;
  const { name, roleName, statements } = caller.function;
  for (const demand of demands) {
    const verdict = decide(statements, demand);
    if (verdict === "allowed") continue;
    const keys = demand.context?.["dynamodb:LeadingKeys"] ?? [];
    return (
      `User: arn:aws:sts::${ACCOUNT}:assumed-role/${roleName}/${name} is not authorized to perform: ${demand.action} ` +
      `on resource: ${demand.resource} ` +
      (verdict === "denied"
        ? "with an explicit deny in an identity-based policy"
        : `because no identity-based policy allows the ${demand.action} action`) +
      (keys.length > 0 ? ` (leading keys: ${keys.map(withoutSecrets).join(", ")})` : "")
    );
  }
  return null;
}

/** The prefix of a key is enough to find a missing grant; the rest may be a secret. */
function withoutSecrets(key: string): string {
  const separator = key.search(/[#:|/]/);
  return separator < 0 ? key.slice(0, 24) : `${key.slice(0, separator + 1)}…`;
}

/** One request of an AWS client, to any service. */
export type AwsCall = {
  /** e.g. `SendMessage` */
  readonly operation: string;
  readonly input: unknown;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
};
export type AwsAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array | string;
};

export type AwsService = {
  /** As in the credential scope, e.g. `sqs`. */
  readonly scope: string;
  /** The error code with which this service denies access. */
  readonly deniedCode: string;
  /** The permissions that the call needs. @throws AwsError for an unsupported operation. */
  demands(call: AwsCall): readonly Demand[];
  handle(call: AwsCall): Promise<AwsAnswer>;
};

/** An error to return in the service's own format. */
export class AwsError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function jsonAnswer(body: object): AwsAnswer {
  return { status: 200, contentType: "application/x-amz-json-1.1", body: JSON.stringify(body) };
}

// The address that all AWS clients of the functions call. It identifies the calling function, checks the
// call against that function's role, and passes it to the service.

/** A request of an AWS client, without HTTP. */
export type DoorRequest = {
  /** Of HTTP; empty where there is none. */
  readonly authorization: string;
  readonly target: string;
  readonly contentType: string;
  readonly body: Uint8Array | string;
};

export type FrontDoor = {
  readonly url: string;
  /** As by HTTP. Never rejects. */
  answer(request: DoorRequest): Promise<AwsAnswer>;
  serve(services: readonly AwsService[], functions: readonly DeployedFunction[]): void;
  close(): Promise<void>;
};

const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** Binds at once, so that queue URLs are known before the templates are read. */
export async function openFrontDoor(activity: Activity, port = 0): Promise<FrontDoor> {
  let services: readonly AwsService[] = [];
  let functions: ReadonlyMap<string, DeployedFunction> = new Map();
  const unlessFailed = (answered: Promise<AwsAnswer>): Promise<AwsAnswer> =>
    answered.catch((error: unknown) => {
      console.error("the AWS front door failed:", error);
      return failure("json", new AwsError(500, "InternalFailure", String(error)));
    });
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const end = activity.begin();
    response.once("close", end);
    void unlessFailed(answerHttp(request, services, functions)).then((result) =>
      send(response, result),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    answer: (request) =>
      unlessFailed(answer(request, services, functions)).finally(activity.begin()),
    serve(given, deployed) {
      services = given;
      functions = new Map(deployed.map((entry) => [entry.id, entry]));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerHttp(
  request: IncomingMessage,
  services: readonly AwsService[],
  functions: ReadonlyMap<string, DeployedFunction>,
): Promise<AwsAnswer> {
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === null)
    return failure("json", new AwsError(413, "RequestEntityTooLarge", "The request is too large."));
  const header = (name: string) => String(request.headers[name] ?? "");
  const [authorization, target] = [header("authorization"), header("x-amz-target")];
  const contentType = header("content-type");
  return answer({ authorization, target, contentType, body }, services, functions);
}

async function answer(
  { authorization, target, contentType, body: given }: DoorRequest,
  services: readonly AwsService[],
  functions: ReadonlyMap<string, DeployedFunction>,
): Promise<AwsAnswer> {
  const body = Buffer.from(given as Uint8Array);
  const form = target === "" ? new URLSearchParams(body.toString()) : null;
  const protocol = form === null ? "json" : "query";
  try {
    const caller = identify(authorization, functions);
    if (caller === null) {
      throw new AwsError(
        403,
        "UnrecognizedClientException",
        "The security token included in the request is invalid.",
      );
    }
    const scope = /Credential=[^/]+\/[^/]+\/[^/]+\/([^/]+)\//.exec(authorization)?.[1] ?? "";
    const service = services.find((candidate) => candidate.scope === scope);
    const operation = form?.get("Action") ?? target.split(".").at(-1) ?? "";
    if (service === undefined)
      throw new AwsError(400, "UnknownService", `${scope} is not served by the local stack`);
    const call: AwsCall = {
      operation,
      input: form === null ? parse(body) : Object.fromEntries(form),
      body,
      headers: { "content-type": contentType, "x-amz-target": target },
    };
    const refused = refusal(caller, service.demands(call));
    if (refused !== null) {
      console.error(refused);
      throw new AwsError(403, service.deniedCode, refused);
    }
    return await service.handle(call);
  } catch (error) {
    if (error instanceof AwsError) return failure(protocol, error);
    throw error;
  }
}

function parse(body: Buffer): unknown {
  try {
    return body.length === 0 ? {} : JSON.parse(body.toString());
  } catch {
    throw new AwsError(400, "SerializationException", "The body is not JSON.");
  }
}

function failure(protocol: "json" | "query", error: AwsError): AwsAnswer {
  if (protocol === "query") {
    const text = error.message.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return {
      status: error.status,
      contentType: "text/xml",
      body: `<ErrorResponse><Error><Type>Sender</Type><Code>${error.code}</Code><Message>${text}</Message></Error></ErrorResponse>`,
    };
  }
  return {
    status: error.status,
    contentType: "application/x-amz-json-1.0",
    body: JSON.stringify({ __type: error.code, message: error.message, Message: error.message }),
  };
}

function send(response: ServerResponse, answer: AwsAnswer): void {
  response.writeHead(answer.status, {
    "content-type": answer.contentType,
    "x-amzn-requestid": crypto.randomUUID(),
  });
  response.end(answer.body);
}
