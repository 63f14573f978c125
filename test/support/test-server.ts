import net, { type AddressInfo, type Server, type Socket } from "node:net";

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
