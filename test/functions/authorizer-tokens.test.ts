import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  newSigningKeyPair,
  publicHalf,
  type SigningKey,
  signAccessToken,
} from "../../lib/cloud/access-token.ts";
import { DASHBOARD_OPERATIONS } from "../../lib/contract/dashboard-operations.ts";
import { PERMISSIONS, ROLES, type Role } from "../../lib/contract/roles.ts";
import { matchesWildcard } from "../../lib/local/aws/policy.ts";
import { readPrincipal } from "../../lib/pipeline/principal.ts";
import { getPublishedKeys, putPublishedKeys } from "../../lib/store/sessions.ts";
import { setFunctionEnvironment } from "../support/function-calls.ts";
import { startTable, type TestTable } from "../support/table.ts";

type Handler = (event: unknown) => Promise<APIGatewayAuthorizerResult>;

const ISSUER = "https://pay.example";
const SUBJECT = { userId: "usr_1", accountId: "acc_1", sessionId: "ses_1", role: "owner" } as const;
const OPERATOR = "acc_01kagx2m8e0000000000000000";
const ARN = "arn:aws:execute-api:eu-west-1:123456789012:api1/stage/GET/api/platform/apps";
const MINUTE_MS = 60_000;

let engine: TestTable;
let authorize: (authorization: string, query?: object) => Promise<APIGatewayAuthorizerResult>;
let key: SigningKey;

beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({
    ...{ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint },
    config: { consoleAccounts: [OPERATOR] },
  });
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 9) });
  key = await newKey();
  await publish([key]);
  // A new container, which has read no keys yet.
  vi.resetModules();
  const { authorizer: handler } = await import("../../functions/authorizer.ts");
  authorize = (authorization, query = {}) =>
    (handler as unknown as Handler)({
      type: "REQUEST",
      methodArn: ARN,
      resource: "/api/platform/apps",
      headers: { Authorization: authorization },
      multiValueQueryStringParameters: query,
    });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => engine?.stop());

async function newKey(): Promise<SigningKey> {
  const { kid, privateJwk } = await newSigningKeyPair();
  return { kid, jwk: privateJwk };
}
async function publish(keys: readonly SigningKey[], acceptedUntil: number | null = null) {
  const published = keys.map(({ kid, jwk }) => ({ kid, jwk: publicHalf(jwk), acceptedUntil }));
  await putPublishedKeys(engine.table, published, await getPublishedKeys(engine.table));
}
const tokenOf = (signingKey: SigningKey, issuer = ISSUER, who: object = {}) =>
  signAccessToken({ ...SUBJECT, ...who }, signingKey, { issuer, now: Date.now() });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** Whether the function will serve the request: a refusal comes without a principal. */
const verdict = ({ context }: APIGatewayAuthorizerResult) =>
  typeof context?.principal === "string" ? "served" : "refused";
function resourcesIn({ policyDocument }: APIGatewayAuthorizerResult): readonly string[] {
  const [statement] = policyDocument.Statement;
  return (statement as unknown as { readonly Resource: readonly string[] }).Resource;
}
async function isAllowed(signingKey: SigningKey): Promise<boolean> {
  return verdict(await authorize(`Bearer ${await tokenOf(signingKey)}`)) === "served";
}

describe("an access token", () => {
  it("stands for its user, account and session, on the dashboard's surface only", async () => {
    const result = await authorize(`Bearer ${await tokenOf(key)}`);
    expect(result.principalId).toBe("usr_1");
    const resources = resourcesIn(result);
    expect(resources.every((resource) => resource.includes("/api/platform/"))).toBe(true);
    expect(readPrincipal(result.context?.principal)).toEqual({
      kind: "user",
      ...SUBJECT,
      apps: [],
    });
  });

  it.each(ROLES)(
    "opens exactly the operations of its role, but not the console: %s",
    async (role) => {
      const opened = resourcesIn(await authorize(`Bearer ${await tokenOf(key, ISSUER, { role })}`));
      const api = ARN.slice(0, ARN.indexOf("/GET/"));
      const isOpen = (method: string, path: string) => {
        const resource = `${api}/${method}${path}`;
        const isIn = (arn: string) => opened.some((pattern) => matchesWildcard(pattern, arn));
        expect(isIn(`${resource}/`), resource).toBe(isIn(resource));
        return isIn(resource);
      };
      for (const [method, path, permission] of DASHBOARD_OPERATIONS) {
        const grant = permission === "operate" ? false : PERMISSIONS[permission][role];
        expect([method, path, isOpen(method, path)]).toEqual([method, path, grant !== false]);
        if (method === "GET") expect([path, isOpen("HEAD", path)]).toEqual([path, grant !== false]);
        else expect(isOpen("HEAD", path) && !isOpen("GET", path)).toBe(false);
      }
    },
  );

  it("opens the console to an owner whose account the operator names, and to nobody else", async () => {
    const operations = DASHBOARD_OPERATIONS.filter(([, , permission]) => permission === "operate");
    const isConsoleOpen = async (who: { readonly accountId: string; readonly role: Role }) => {
      const opened = resourcesIn(await authorize(`Bearer ${await tokenOf(key, ISSUER, who)}`));
      const api = ARN.slice(0, ARN.indexOf("/GET/"));
      return operations.map(([method, path]) =>
        opened.some((pattern) => matchesWildcard(pattern, `${api}/${method}${path}`)),
      );
    };
    const all = (isOpen: boolean) => operations.map(() => isOpen);
    expect(operations).not.toEqual([]);
    expect(await isConsoleOpen({ accountId: OPERATOR, role: "owner" })).toEqual(all(true));
    expect(await isConsoleOpen({ accountId: OPERATOR, role: "manager" })).toEqual(all(false));
    expect(await isConsoleOpen(SUBJECT)).toEqual(all(false));
  });

  it("that is refused still reaches the function, on its surface, which answers with the reason", async () => {
    const result = await authorize("Bearer nonsense");
    const api = ARN.slice(0, ARN.indexOf("/GET/"));
    expect(resourcesIn(result)).toEqual([`${api}/*/api/platform/*`]);
  });

  it("is not taken from the query: addresses end up in logs", async () => {
    const token = await tokenOf(key);
    const result = await authorize("", { api_key: [token], access_token: [token] });
    expect(verdict(result)).toBe("refused");
  });

  it("gets a code that means expired, so that the dashboard refreshes it", async () => {
    const token = await tokenOf(key);
    later(11 * MINUTE_MS);
    const result = await authorize(`Bearer ${token}`);
    expect(verdict(result)).toBe("refused");
    expect(result.context).toMatchObject({
      problem: "token_expired",
      detail: "This access token has expired. Get a new one with your refresh token.",
    });
  });

  it.each([
    ["no token", async () => ""],
    ["no JWT", async () => "Bearer hello"],
    [
      "a token for another service",
      async () => `Bearer ${await tokenOf(key, "https://a.example")}`,
    ],
    [
      "a token with another signature",
      async () => `Bearer ${(await tokenOf(key)).slice(0, -8)}AAAAAAAA`,
    ],
    ["a token of an unknown key", async () => `Bearer ${await tokenOf(await newKey())}`],
  ])("is refused for %s", async (_, header) => {
    const result = await authorize(await header());
    expect(verdict(result)).toBe("refused");
    expect(result.context).toMatchObject({ problem: "unauthenticated" });
    expect(result.context?.principal).toBeUndefined();
  });
});

describe("the published keys", () => {
  it("are read once for a minute, so that dropped keys stop working soon", async () => {
    const send = vi.spyOn((await import("../../lib/pipeline/deps.ts")).table().client, "send");
    expect(await isAllowed(key)).toBe(true);
    expect(await isAllowed(key)).toBe(true);
    later(MINUTE_MS - 1);
    expect(await isAllowed(key)).toBe(true);
    expect(send).toHaveBeenCalledTimes(1);
    later(1);
    await isAllowed(key);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("are not read again for any of several keys that are known", async () => {
    const second = await newKey();
    await publish([key, second]);
    await isAllowed(key);
    const send = vi.spyOn((await import("../../lib/pipeline/deps.ts")).table().client, "send");
    later(MINUTE_MS - 1);
    expect([await isAllowed(key), await isAllowed(second)]).toEqual([true, true]);
    expect(send).not.toHaveBeenCalled();
  });

  it("are not read for what is no token", async () => {
    const send = vi.spyOn((await import("../../lib/pipeline/deps.ts")).table().client, "send");
    expect(verdict(await authorize("Bearer hello"))).toBe("refused");
    expect(send).not.toHaveBeenCalled();
  });

  it("are read again for a key that is new, at most every 30 s", async () => {
    await isAllowed(key);
    const next = await newKey();
    await publish([key, next]);
    later(29_999);
    expect(await isAllowed(next)).toBe(false);
    later(1);
    expect(await isAllowed(next)).toBe(true);
  });

  it("no longer count once they were withdrawn and a minute has passed", async () => {
    expect(await isAllowed(key)).toBe(true);
    await publish([]);
    later(MINUTE_MS);
    expect(await isAllowed(key)).toBe(false);
  });

  it("no longer count after a minute while the table can't be read", async () => {
    expect(await isAllowed(key)).toBe(true);
    const { client } = (await import("../../lib/pipeline/deps.ts")).table();
    vi.spyOn(client, "send").mockRejectedValue(new Error("down") as never);
    later(MINUTE_MS);
    await expect(isAllowed(key)).rejects.toThrow("down");
    await expect(isAllowed(key)).rejects.toThrow("down");
  });

  it("count until the end of their acceptance", async () => {
    await publish([key], Date.now() + MINUTE_MS);
    expect(await isAllowed(key)).toBe(true);
    later(MINUTE_MS);
    expect(await isAllowed(key)).toBe(false);
  });

  it("are read again where the clock was set back", async () => {
    await isAllowed(key);
    await publish([]);
    later(-MINUTE_MS);
    expect(await isAllowed(key)).toBe(false);
  });
});
