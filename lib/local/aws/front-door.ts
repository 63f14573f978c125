// The address that all AWS clients of the functions call. It identifies the calling function, checks the
// call against that function's role, and passes it to the service.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Activity } from "../activity.ts";
import type { DeployedFunction } from "../assembly/functions.ts";
import { readBody } from "../gateway/read-body.ts";
import { identify, refusal } from "./caller.ts";
import { type AwsAnswer, type AwsCall, AwsError, type AwsService } from "./service.ts";

export type FrontDoor = {
  readonly url: string;
  serve(services: readonly AwsService[], functions: readonly DeployedFunction[]): void;
  close(): Promise<void>;
};

const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** Binds at once, so that queue URLs are known before the templates are read. */
export async function openFrontDoor(activity: Activity, port = 0): Promise<FrontDoor> {
  let services: readonly AwsService[] = [];
  let functions: ReadonlyMap<string, DeployedFunction> = new Map();
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const end = activity.begin();
    response.once("close", end);
    void answer(request, services, functions).then(
      (result) => send(response, result),
      (error: unknown) => {
        console.error("the AWS front door failed:", error);
        send(response, failure("json", new AwsError(500, "InternalFailure", String(error))));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
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

async function answer(
  request: IncomingMessage,
  services: readonly AwsService[],
  functions: ReadonlyMap<string, DeployedFunction>,
): Promise<AwsAnswer> {
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === null)
    return failure("json", new AwsError(413, "RequestEntityTooLarge", "The request is too large."));
  const target = String(request.headers["x-amz-target"] ?? "");
  const form = target === "" ? new URLSearchParams(body.toString()) : null;
  const protocol = form === null ? "json" : "query";
  try {
    const authorization = request.headers.authorization ?? "";
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
      headers: {
        "content-type": String(request.headers["content-type"] ?? ""),
        "x-amz-target": target,
      },
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
