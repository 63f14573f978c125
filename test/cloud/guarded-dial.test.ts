import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { BlockedAddressError, dialVetted, vetName } from "../../lib/cloud/guarded-connection.ts";

const NEVER = new AbortController().signal;

test("sends nothing unless the peer's address was vetted", async () => {
  const heard: Buffer[] = [];
  const server = net.createServer((socket) => {
    socket.on("data", (bytes) => heard.push(bytes)).on("error", () => undefined);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  // A name in the place of an address stands for any way by which the system might go elsewhere.
  await expect(dialVetted(["localhost"], port, 1_000, NEVER)).rejects.toThrow(BlockedAddressError);
  const socket = await dialVetted(["127.0.0.1"], port, 1_000, NEVER);
  expect(socket.remoteAddress).toBe("127.0.0.1");
  socket.destroy();
  await new Promise((done) => server.close(done));
  expect(heard).toEqual([]);
});

test("IPv4 goes first, and no more than four addresses are tried", async () => {
  const rules = {
    resolve: async () => ["2606::1", "8.8.8.1", "2606::2", "8.8.8.2", "8.8.8.3"],
    isAllowed: () => true,
    connectTimeoutMs: 1_000,
  };
  expect(await vetName("shop.example.com", rules, NEVER)).toEqual([
    "8.8.8.1",
    "8.8.8.2",
    "8.8.8.3",
    "2606::1",
  ]);
});
