import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createAwsJsonClient } from "../../../lib/local/engines/aws-json.ts";
import { openEngineSockets } from "../../../lib/local/engines/engine-sockets.ts";

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** An engine that answers each chunk that it gets. Returns its address. */
async function engine(answer: (socket: Socket, request: string) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("data", (chunk) => answer(socket, chunk.toString()));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}
const reply = (body: string, status = "200 OK") =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

it("sends text and bytes with their length, and reads status, type and body", async () => {
  const seen: string[] = [];
  const url = await engine((socket, request) => {
    seen.push(request);
    socket.write(reply('{"a":"é"}', "400 Bad Request"));
  });
  const { post } = openEngineSockets(url);
  for (const body of ["é", Buffer.from("é")]) {
    const { status, contentType, body: answer } = await post({ "x-amz-target": "T.Get" }, body);
    expect([status, contentType, answer.toString()]).toEqual([
      400,
      "application/x-amz-json-1.0",
      '{"a":"é"}',
    ]);
  }
  const sent = `POST / HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-length: 2\r\nx-amz-target: T.Get\r\n\r\né`;
  expect(seen).toEqual([sent, sent]);
});

it("keeps a connection, and opens another only while it is taken", async () => {
  const url = await engine((socket, request) => socket.write(reply(request.slice(-1))));
  const { post } = openEngineSockets(url);
  const texts = await Promise.all(["1", "2"].map((body) => post({}, body)));
  expect(texts.map(({ body }) => body.toString())).toEqual(["1", "2"]);
  await post({}, "3");
  await post({}, "4");
  expect(sockets).toHaveLength(2);
});

it("puts a reply together from its parts, wherever they are cut", async () => {
  const whole = reply("0123456789");
  let cut = 1;
  const url = await engine((socket) => {
    socket.setNoDelay(true).write(whole.slice(0, cut));
    setImmediate(() => socket.write(whole.slice(cut)));
  });
  const { post } = openEngineSockets(url);
  for (cut = 1; cut < whole.length; cut += 7)
    expect((await post({}, "x")).body.toString()).toBe("0123456789");
});

it("fails as a reset connection when the engine ends it, and works again with a new one", async () => {
  let count = 0;
  const url = await engine((socket) => {
    count += 1;
    if (count === 2) socket.destroy();
    else socket.write(reply("{}"));
  });
  const { post } = openEngineSockets(url);
  await post({}, "x");
  await expect(post({}, "x")).rejects.toMatchObject({ code: "ECONNRESET" });
  expect((await post({}, "x")).status).toBe(200);
});

it("fails on a reply without a length instead of guessing where it ends", async () => {
  const url = await engine((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n{}"));
  await expect(openEngineSockets(url).post({}, "x")).rejects.toMatchObject({ code: "ECONNRESET" });
});

it("fails where nobody listens", async () => {
  const url = await engine(() => {});
  await new Promise((done) => servers.pop()?.close(done));
  await expect(openEngineSockets(url).post({}, "x")).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
});

it("reads an answer in chunks from an engine that is not embedded", async () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n';
  const endpoint = await engine((socket) => socket.write(chunked));
  const client = createAwsJsonClient({ endpoint, embedded: false });
  expect(await client.call("DynamoDB_20120810.ListTables", {})).toEqual({ a: 1 });
});
