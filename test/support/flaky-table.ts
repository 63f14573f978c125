import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FlakyTable {
  readonly endpoint: string;
  /** Faults so far: calls that failed before they arrived, and answers that were lost after. */
  readonly faults: { before: number; after: number };
  /** From now on everything works. */
  heal(): void;
  /** Faults happen again, with this probability. */
  hurt(share: number): void;
  close(): Promise<void>;
}

/**
 * A way to the table on which calls fail before they arrive and answers are lost after the table has
 * done its work, each with the given probability (0..1).
 */
export async function flakyTable(
  endpoint: string,
  share: number,
  random: () => number,
): Promise<FlakyTable> {
  const faults = { before: 0, after: 0 };
  let chance = share;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (random() < chance) {
      faults.before += 1;
      response.writeHead(500).end("{}");
      return;
    }
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const answer = await fetch(endpoint + (request.url ?? "/"), {
      method: "POST",
      headers: headers as Record<string, string>,
      body: Buffer.concat(chunks),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (random() < chance) {
      faults.after += 1;
      request.socket.destroy();
      return;
    }
    const kept = ["content-type", "x-amz-crc32"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    heal: () => {
      chance = 0;
    },
    hurt: (share) => {
      chance = share;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
