import postman from "postman-collection";
import { describe, expect, it } from "vitest";
import { postmanFile } from "../../lib/contract/postman-file.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";

const { Collection } = postman;

const collection = new Collection(JSON.parse(postmanFile()));
const requests: postman.Request[] = [];
collection.forEachItem(({ request }) => requests.push(request));

/** `GET {{base_url}}/api/v1/checkouts/:id/` as Postman reads it, without the query. */
const addressOf = ({ method, url }: postman.Request) => {
  const path = url.getPath({ unresolved: true });
  return `${method} ${url.getHost()}${path}`;
};

/** A text with a value for every variable. */
const filledIn = (text: string) => text.replaceAll(/\{\{\w+\}\}/g, "7");

describe("the Postman collection, read by Postman's own parser", () => {
  it("has every operation once, at its path", () => {
    const expected = ROUTES.map(
      ({ method, path }) => `${method} {{base_url}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    );
    expect(requests.map(addressOf).toSorted()).toEqual(expected.toSorted());
  });

  it("fills in path parameters from the ids that other requests save", () => {
    const saved = new Set<string>();
    collection.forEachItem(({ events }) => {
      const scripts = events.map(({ script }) => script.toSource()).join("\n");
      for (const [, name = ""] of scripts.matchAll(/set\("(\w+)"/g)) saved.add(name);
    });
    const used = requests.flatMap(({ url }) => url.variables.map(({ value }) => String(value)));
    const ids = used.filter((value) => value.endsWith("_id}}")).map((value) => value.slice(2, -2));
    expect(ids).toContain("checkout_id");
    const unsaved = new Set(ids.filter((name) => !saved.has(name)));
    // Ownership is offered to a member.
    expect([...unsaved]).toEqual(["ownership_id"]);
  });

  it.each([
    ["an invitation", "members", "invitation_id"],
    ["a recovery", "webhooks/:id/recover", "recovery_id"],
  ])("saves the id of %s for the requests that take it, and for no others", (_, path, variable) => {
    const saved: string[] = [];
    collection.forEachItem(({ events, request }) => {
      if (addressOf(request) !== `POST {{base_url}}/api/platform/${path}/`) return;
      const source = events.map(({ script }) => script.toSource()).join("\n");
      for (const [, name = ""] of source.matchAll(/set\("(\w+)"/g)) saved.push(name);
    });
    expect(saved).toEqual([variable]);
  });

  it("sends each operation's credential, an idempotency key if it takes one, and JSON that parses", () => {
    for (const request of requests) {
      const route = ROUTES.find(
        ({ method, path }) =>
          addressOf(request) === `${method} {{base_url}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      );
      const token = request.auth?.parameters().get("token") ?? null;
      const expected = { "api-key": "{{api_key}}", jwt: "{{access_token}}", none: null };
      expect(token, request.url.toString()).toBe(expected[route?.auth ?? "none"]);
      const key = route?.idempotent === true ? "{{$guid}}" : undefined;
      expect(request.headers.get("Idempotency-Key"), request.url.toString()).toBe(key);
      if (request.body?.mode === "raw") JSON.parse(filledIn(String(request.body.raw)));
    }
  });

  it("sends no id of an example where another request saves the id", () => {
    const ids = requests.flatMap(({ body, url }) => [
      ...(body?.mode === "raw" ? Object.entries(JSON.parse(filledIn(String(body.raw)))) : []),
      ...url.query.map(({ key, value }) => [key, filledIn(String(value))]),
    ]);
    const given = ids.filter(([name, value]) => String(name).endsWith("_id") && value !== "");
    expect(new Set(given.map(([name]) => name))).toEqual(
      new Set(["app_id", "endpoint_id", "account_id"]),
    );
    expect(new Set(given.map(([, value]) => String(value)))).toEqual(new Set(["7"]));
  });

  it("keeps the token of a login for the requests that need one", () => {
    const keeping: string[] = [];
    collection.forEachItem(({ events, request }) => {
      const source = events.map(({ script }) => script.toSource()).join("\n");
      if (source.includes('set("access_token"')) keeping.push(addressOf(request));
    });
    expect(keeping).toContain("POST {{base_url}}/api/auth/verify-otp/");
    expect(keeping).toContain("POST {{base_url}}/api/auth/refresh/");
    expect(keeping).toContain("POST {{base_url}}/api/platform/session/account/");
  });
});
