import { describe, expect, it } from "vitest";
import { grantOf, mayOperate, PERMISSIONS, ROLES, type Role } from "../../lib/contract/roles.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { matchesWildcard } from "../../lib/local/aws/policy.ts";
import { allowMember } from "../../lib/pipeline/authorize/access-token.ts";

const STAGE = "arn:aws:execute-api:eu-west-1:123456789012:api1/stage";
const DASHBOARD = ROUTES.filter(({ auth }) => auth === "jwt");

function policyOf(role: Role, isOperator = false, stage = STAGE) {
  const who = { userId: "usr_1", accountId: "acc_1", sessionId: "ses_1" };
  const principal = { kind: "user", ...who, role, apps: [] } as const;
  return allowMember(`${stage}/GET/api/platform/me`, principal, isOperator).policyDocument;
}

/** Whether the gateway lets a role through to a method and path, as its policy says. */
function isLetThrough(role: Role, method: string, path: string, isOperator = false): boolean {
  const policyDocument = policyOf(role, isOperator);
  const [statement] = policyDocument.Statement as readonly { readonly Resource: string[] }[];
  const arn = `${STAGE}/${method}${path}`;
  return statement?.Resource.some((resource) => matchesWildcard(resource, arn)) ?? false;
}

describe.each(ROLES)("the authorizer's policy for the role %s", (role) => {
  const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, "some-id");

  it.each(DASHBOARD)("allows $method $path exactly if the table does", (route) => {
    const { method, permission, path } = route;
    const isAllowed = permission !== undefined && grantOf(role, permission) !== false;
    for (const called of [pathOf(path), pathOf(path).slice(0, -1)]) {
      expect(isLetThrough(role, method, called)).toBe(isAllowed);
      if (method === "GET") expect(isLetThrough(role, "HEAD", called)).toBe(isAllowed);
    }
  });

  it("allows the operator's console to operators only", () => {
    const console = DASHBOARD.filter(({ permission }) => permission === "operate");
    for (const { method, path } of console) {
      expect(isLetThrough(role, method, pathOf(path), true)).toBe(true);
      expect(isLetThrough(role, method, pathOf(path), false)).toBe(false);
    }
    expect(console.length).toBeGreaterThan(0);
  });

  it("stays below the 8 KB that every kind of API of API Gateway takes", () => {
    const longest = "arn:aws:execute-api:ap-southeast-1:123456789012:abcdefghij/twelveletter";
    for (const isOperator of [false, true])
      expect(JSON.stringify(policyOf(role, isOperator, longest)).length).toBeLessThan(8192);
  });

  it("allows nothing of the server API", () => {
    expect(isLetThrough(role, "GET", "/api/v1/checkouts/")).toBe(false);
  });
});

describe("the permission table", () => {
  it("lets every role manage its own profile, and only the owner close the account", () => {
    expect(ROLES.filter((role) => grantOf(role, "self") !== true)).toEqual([]);
    expect(ROLES.filter((role) => grantOf(role, "account") !== false)).toEqual(["owner"]);
  });

  it("gives the owner all of everything", () => {
    const permissions = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[];
    expect(permissions.filter((name) => grantOf("owner", name) !== true)).toEqual(["operate"]);
  });

  it("gives no role the operator's console, only owners and named members of a named account", () => {
    expect(ROLES.filter((role) => grantOf(role, "operate") !== false)).toEqual([]);
    const named = { consoleAccounts: ["acc_1"], consoleMembers: ["usr_2"] };
    const may = (accountId: string, userId: string, role: Role) =>
      mayOperate(named, { accountId, userId, role });
    expect(may("acc_1", "usr_1", "owner")).toBe(true);
    expect(may("acc_1", "usr_2", "developer")).toBe(true);
    expect(may("acc_1", "usr_1", "manager")).toBe(false);
    expect(may("acc_2", "usr_1", "owner")).toBe(false);
    expect(may("acc_2", "usr_2", "owner")).toBe(false);
  });

  it("makes every change of an operator need a second factor and a reason", () => {
    const changes = DASHBOARD.filter(
      ({ permission, method }) => permission === "operate" && method !== "GET",
    );
    expect(changes.filter(({ secondFactor }) => secondFactor !== true)).toEqual([]);
    for (const { operation, request, example } of changes) {
      const { reason: _, ...rest } = example as { reason: string };
      expect(request.body?.safeParse(example).success, operation).toBe(true);
      expect(request.body?.safeParse(rest).success, operation).toBe(false);
    }
  });

  it("gives a role of another release nothing", () => {
    expect(grantOf("auditor" as Role, "self")).toBe(false);
  });
});

it("lets no operation read stored answers of requests but by repeating the request", () => {
  const readers = ROUTES.filter((route) => {
    const actions: readonly string[] = route.access.table?.idempotency ?? [];
    return actions.some((action) => /Get|Query|Scan/.test(action));
  });
  expect(readers.map(({ operation }) => operation)).toEqual([]);
});
