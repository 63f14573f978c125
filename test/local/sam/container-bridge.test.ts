import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import {
  containerEnvironment,
  openContainerBridge,
} from "../../../lib/local/sam/container-bridge.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Answers with the path and host that it was asked for, on loopback. */
async function loopback(): Promise<string> {
  const server = createServer((request, response) =>
    response.end(`${request.url} ${request.headers.host}`),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Any address of this machine but loopback stands in for Docker's. */
const own = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal);
const address = own?.address ?? "";
const subnet = own?.cidr ?? "";

describe.skipIf(own === undefined)("the bridge for containers", () => {
  test("serves AWS requests and bank pages as if they came from this machine, and nothing else", async () => {
    const [url, awsEndpoint] = [await loopback(), await loopback()];
    const bridge = await openContainerBridge({ address, subnet }, { url, awsEndpoint });
    const ask = async (base: string, path: string) => {
      const response = await fetch(base.replace("127.0.0.1", bridge.address) + path);
      return response.ok ? await response.text() : response.status;
    };
    expect(await ask(awsEndpoint, "/queue")).toBe(`/queue ${awsEndpoint.slice(7)}`);
    expect(await ask(url, "/_local/bank/cbe/x")).toBe(`/_local/bank/cbe/x ${url.slice(7)}`);
    expect(await ask(url, "/_local/seed/")).toBe(403);
    expect(await ask(url, "/api/health/")).toBe(403);
    await bridge.close();
    await expect(ask(awsEndpoint, "/queue")).rejects.toThrow("fetch failed");
  });

  test("refuses a caller from outside the container network", async () => {
    const stack = { url: await loopback(), awsEndpoint: await loopback() };
    const bridge = await openContainerBridge({ address, subnet: "198.51.100.0/24" }, stack);
    const response = await fetch(stack.awsEndpoint.replace("127.0.0.1", address));
    expect(response.status).toBe(403);
    await bridge.close();
  });

  test("fails to start on an address that this machine does not have", async () => {
    const stack = { url: await loopback(), awsEndpoint: await loopback() };
    const foreign = { address: "198.51.100.1", subnet: "198.51.100.0/24" };
    await expect(openContainerBridge(foreign, stack)).rejects.toThrow("EADDRNOTAVAIL");
  });
});

test("a container's variables lead out of it only where its code connects", () => {
  const variables = {
    AWS_ENDPOINT_URL_SQS: "http://127.0.0.1:4000",
    PROVIDER_CBE_BASE_URL: "http://127.0.0.1:3000/_local/bank/cbe",
    PUBLIC_BASE_URL: "http://127.0.0.1:3000",
    SERVICE_CONFIG: '{"telegram":{"issuer":"http://127.0.0.1:3000/_local/telegram"}}',
    QUEUE_URL_DELIVERY: "http://127.0.0.1:4000/000000000000/checkout-dev-delivery",
  };
  expect(containerEnvironment(variables, "172.17.0.1")).toEqual({
    ...variables,
    AWS_ENDPOINT_URL_SQS: "http://172.17.0.1:4000",
    PROVIDER_CBE_BASE_URL: "http://172.17.0.1:3000/_local/bank/cbe",
    QUEUE_URL_DELIVERY: "http://172.17.0.1:4000/000000000000/checkout-dev-delivery",
  });
});
