// Replaces CloudFront in front of the emulated API Gateway, and receives the run's webhooks. Loopback only.
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

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
