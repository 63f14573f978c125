import { describe, expect, it } from "vitest";
import { grantOf, PERMISSIONS, ROLES, type Role } from "../../lib/contract/roles.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { matchesWildcard } from "../../lib/local/aws/policy.ts";
import { allow } from "../../lib/pipeline/authorize/access-token.ts";

const STAGE = "arn:aws:execute-api:eu-west-1:123456789012:api1/stage";
const DASHBOARD = ROUTES.filter(({ auth }) => auth === "jwt");

/** Whether the gateway lets a role through to a method and path, as its policy says. */
function isLetThrough(role: Role, method: string, path: string): boolean {
  const { policyDocument } = allow(`${STAGE}/GET/api/platform/me`, {
    ...{ kind: "user", userId: "usr_1", accountId: "acc_1", sessionId: "ses_1" },
    ...{ role, apps: [] },
  });
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
    expect(permissions.filter((name) => grantOf("owner", name) !== true)).toEqual([]);
  });

  it("gives a role of another release nothing", () => {
    expect(grantOf("auditor" as Role, "self")).toBe(false);
  });
});
