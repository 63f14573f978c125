import { execFileSync } from "node:child_process";
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { BlockList, isIPv4 } from "node:net";

// Lets containers on this machine reach the running stack by a second listener, on the address of the
// container network. Nothing listens on all interfaces.

/** A container network of this machine. */
export interface ContainerNetwork {
  /** The address under which containers reach this machine. */
  readonly address: string;
  /** The range of its addresses, e.g. `172.17.0.0/16`. */
  readonly subnet: string;
}

export interface Bridge {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Asks Docker for a network. The operating system does not list its interface before a container runs.
 *
 * @returns null where no Docker engine runs, or it has no such network
 */
export function containerNetwork(name = "bridge"): ContainerNetwork | null {
  try {
    const format = "{{range .IPAM.Config}}{{.Subnet}} {{.Gateway}}{{end}}";
    const text = execFileSync("docker", ["network", "inspect", name, "--format", format], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [subnet = "", gateway] = text.trim().split(" ");
    // Older engines leave the gateway out: it is the first address.
    const address = gateway ?? subnet.replace(/\.\d+\/\d+$/, ".1");
    return isIPv4(address) ? { address, subnet } : null;
  } catch {
    return null;
  }
}

/**
 * Forwards the calls of functions in containers: AWS requests to the stack's AWS endpoint, and bank pages
 * to the simulator. Answers 403 to other paths and to addresses outside the network.
 *
 * @throws Error when this machine does not have the address, or a port is in use there
 */
export async function openContainerBridge(
  { address, subnet }: ContainerNetwork,
  stack: { readonly url: string; readonly awsEndpoint: string },
): Promise<Bridge> {
  const network = addressesOf(subnet);
  const servers = [
    forwarder(stack.awsEndpoint, () => true, network),
    forwarder(stack.url, (path) => path.startsWith("/_local/bank/"), network),
  ];
  const ports = [stack.awsEndpoint, stack.url].map((url) => Number(new URL(url).port));
  const close = async () => {
    await Promise.all(servers.map(stop));
  };
  try {
    for (const [index, server] of servers.entries())
      await listen(server, ports[index] ?? 0, address);
  } catch (error) {
    await close();
    throw error;
  }
  return { address, close };
}

function addressesOf(subnet: string): BlockList {
  const [base = "", prefix] = subnet.split("/");
  const network = new BlockList();
  network.addSubnet(base, Number(prefix));
  return network;
}

function forwarder(
  target: string,
  isServed: (path: string) => boolean,
  network: BlockList,
): Server {
  return createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const from = incoming.socket.remoteAddress ?? "";
    const path = incoming.url ?? "/";
    if (!isIPv4(from) || !network.check(from) || !isServed(path)) {
      outgoing.writeHead(403).end();
      return;
    }
    const passed = request(target + path, {
      method: incoming.method,
      headers: { ...incoming.headers, host: new URL(target).host },
    });
    passed.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
}

function listen(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => resolve());
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Variables with addresses that a function connects to; the SQS client connects to the host of a queue URL.
 * Other variables contain addresses for people (`PUBLIC_BASE_URL`), or addresses that the service accepts only
 * as loopback or https (`telegram.issuer`).
 */
const CONNECTS = /^(?:AWS_ENDPOINT_URL_|QUEUE_URL_|PROVIDER_.*_BASE_URL$)/;

/** A function's variables, with loopback replaced by an address that a container can reach. */
export function containerEnvironment(
  variables: Readonly<Record<string, string>>,
  host: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      CONNECTS.test(name) ? value.replaceAll("//127.0.0.1:", `//${host}:`) : value,
    ]),
  );
}
