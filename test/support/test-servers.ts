import { createServer } from "node:http";
import net, { type AddressInfo, type Server, type Socket } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** Servers of one test on 127.0.0.1, each on a port of its own, closed together with what hangs on them. */
export class TestServers {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();

  /** Starts one and answers with its port. */
  async listen(server: Server): Promise<number> {
    this.#servers.push(server);
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return (server.address() as AddressInfo).port;
  }

  /** A port where nobody listens. */
  async deadPort(): Promise<number> {
    const server = net.createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    return port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers.splice(0)) server.close();
  }
}

/** An identity provider whose keys a test holds, and which counts how often they are asked for. */
export interface TestIssuer {
  readonly url: string;
  readonly keyRequests: () => number;
  /** Answers with 500 from now on, or properly again. */
  readonly breakDown: (broken: boolean) => void;
  readonly publicJwk: Record<string, unknown>;
  readonly sign: (claims: JWTPayload, header?: Record<string, unknown>) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function startIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid: "issuer-1", alg: "ES256", use: "sig" };
  let requests = 0;
  let broken = false;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(broken ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys: [publicJwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    keyRequests: () => requests,
    breakDown: (value) => {
      broken = value;
    },
    publicJwk,
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid: "issuer-1", ...header })
        .sign(privateKey),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
