import dgram from "node:dgram";
import { afterEach, describe, expect, test } from "vitest";
import { nameResolver } from "../../lib/cloud/guarded-connection.ts";

const TYPE = { a: 1, aaaa: 28 };
const NEVER = new AbortController().signal;
const sockets: dgram.Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** What a name server answers to one question: records as raw bytes, a response code, or silence. */
type Answer = { readonly records: readonly number[][] } | { readonly code: number } | "silence";

/** A name server of one zone on loopback (RFC 1035, only as much as a stub resolver asks for). */
async function nameServer(answer: (type: number) => Answer): Promise<string> {
  const socket = dgram.createSocket("udp4");
  sockets.push(socket);
  socket.on("message", (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    const reply = answer(type);
    if (reply === "silence") return;
    const records = "records" in reply ? reply.records : [];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | ("code" in reply ? reply.code : 0), 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    const body = records.map((bytes) => {
      const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
      return Buffer.concat([fixed, Buffer.from(bytes)]);
    });
    socket.send(Buffer.concat([head, query.subarray(12, end), ...body]), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  return `127.0.0.1:${socket.address().port}`;
}

const V6 = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

describe("nameResolver", () => {
  test("answers with the addresses of both families", async () => {
    const server = await nameServer((type) => ({
      records:
        type === TYPE.a
          ? [
              [8, 8, 8, 8],
              [10, 0, 0, 1],
            ]
          : [V6],
    }));
    const addresses = await nameResolver([server])("shop.example.com", NEVER);
    expect([...addresses].sort()).toEqual(["10.0.0.1", "2606:4700::1", "8.8.8.8"]);
  });

  test("one family is enough", async () => {
    const server = await nameServer((type) =>
      type === TYPE.a ? { records: [[8, 8, 8, 8]] } : { records: [] },
    );
    expect(await nameResolver([server])("shop.example.com", NEVER)).toEqual(["8.8.8.8"]);
  });

  test.each([
    ["ENOTFOUND", { code: 3 }],
    ["ESERVFAIL", { code: 2 }],
    ["ENODATA", { records: [] }],
  ])("no address at all is %s", async (code, answer) => {
    const server = await nameServer(() => answer);
    await expect(nameResolver([server])("shop.example.com", NEVER)).rejects.toMatchObject({ code });
  });

  test("a silent name server is given up with the caller's deadline", async () => {
    const server = await nameServer(() => "silence");
    const asked = nameResolver([server])("shop.example.com", AbortSignal.timeout(100));
    await expect(asked).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("does not read the machine's hosts file", async () => {
    const server = await nameServer(() => ({ code: 3 }));
    const { hostname } = await import("node:os");
    await expect(nameResolver([server])(`${hostname()}.`, NEVER)).rejects.toThrow();
  });
});
