import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "../src/client.ts";
import { platformListCheckouts } from "../src/generated/operations.ts";

const CSV = "text/csv; charset=utf-8";

let server: Server;
let client: Client;
/** Content type of the next answers. */
let type: string | undefined;
const seen: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    seen.push(url);
    response.writeHead(200, type === undefined ? {} : { "content-type": type });
    response.end(type === "application/json" ? '{"id":"co_1"}' : "id\r\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createClient({ baseUrl, apiKey: "pk_test_x", accessToken: "token" });
});
afterAll(() => server?.close());
beforeEach(() => {
  seen.length = 0;
});

describe("a response with status 200", () => {
  it.each([["text/html"], [CSV], [undefined]])(
    "is a problem if its type is %s, and the request is not repeated",
    async (given) => {
      type = given;
      const call = client.checkouts.create({ amount: 100 });
      await expect(call).rejects.toMatchObject({
        name: "ApiProblem",
        code: "unexpected",
        status: 200,
      });
      expect(seen).toHaveLength(1);
    },
  );

  it("is the text of a CSV file that was asked for", async () => {
    type = CSV;
    const call = client.call(platformListCheckouts, { query: { format: "csv" } });
    const text: string | object = await call;
    expect(text).toBe("id\r\n");
  });

  it("is a problem if it is a page in place of a CSV file", async () => {
    type = "text/html";
    const call = client.call(platformListCheckouts, { query: { format: "csv" } });
    await expect(call).rejects.toMatchObject({ code: "unexpected", status: 200 });
  });
});

describe("a filter", () => {
  it("is sent if it is empty, and left out if it is undefined", async () => {
    type = "application/json";
    const more: object = { app_id: undefined };
    await client.checkouts.list({ client_reference: "", ...more });
    expect(seen).toEqual(["/api/v1/checkouts/?client_reference="]);
  });

  it("that is a date is sent as the service reads it", async () => {
    type = "application/json";
    await client.checkouts.list({ created_gte: new Date("2026-11-20T12:00:00.500+03:00") });
    expect(seen).toEqual(["/api/v1/checkouts/?created_gte=2026-11-20T09%3A00%3A00.500Z"]);
  });

  it("that is no valid date throws an error that names it", async () => {
    const call = client.checkouts.list({ created_gte: new Date("yesterday") });
    const said = "The parameter created_gte is not a valid date.";
    await expect(call).rejects.toThrow(new TypeError(said));
    expect(seen).toEqual([]);
  });

  it("that is null throws an error that names it", async () => {
    const query: object = { client_reference: null };
    const call = client.checkouts.list(query);
    await expect(call).rejects.toThrow(new TypeError("The parameter client_reference is null."));
    expect(seen).toEqual([]);
  });
});
