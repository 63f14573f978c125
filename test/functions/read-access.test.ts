import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GetSecretValueCommand, SecretsManagerClient } from "../../lib/cloud/aws-services.ts";
import { routeFunctionId } from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { SCOPES } from "../../lib/contract/schemas/api-key.ts";
import type { KeyPrincipal, Principal, UserPrincipal } from "../../lib/pipeline/principal.ts";
import { mockClient } from "../support/aws-mock.ts";
import { invoke, loadHandler, setFunctionEnvironment } from "../support/function-calls.ts";
import { createMerchant, type Merchant } from "../support/merchant.ts";
import { COUNTED, createSpecimens, type Specimen } from "../support/read-specimens.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createUser } from "../support/users.ts";

const nameOf = ({ surface, operation }: Route) => `${surface}/${operation}`;
/** The same for everybody. */
const PUBLIC = new Set(["platform/list-event-types"]);
/**
 * Every other operation that reads with a credential; each has a specimen below. Those of the operator read all accounts:
 * `platform/operator.test.ts` says who may.
 */
const READS = ROUTES.filter(
  (route) =>
    route.method === "GET" &&
    route.auth !== "none" &&
    route.permission !== "operate" &&
    !PUBLIC.has(nameOf(route)),
);

let engine: TestTable;
let owner: Merchant;
let user: UserPrincipal;
let key: KeyPrincipal;
let strangers: readonly (readonly [string, Principal])[];
let specimens: Readonly<Record<string, Specimen>>;

beforeAll(async () => {
  engine = await startTable();
  mockClient(SecretsManagerClient)
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify({ current: "1", "1": "x".repeat(64) }) });
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  owner = await createMerchant(engine.table, { credits: COUNTED });
  const otherApp = await createMerchant(engine.table, { accountId: owner.accountId });
  const stranger = await createMerchant(engine.table);
  user = await createUser(engine.table, owner.accountId);
  key = keyOf(owner);
  strangers = [
    ["another account's key", keyOf(stranger)],
    ["another account's account-wide key", { ...keyOf(stranger), appId: null }],
    ["a key of the other mode", { ...key, mode: "test" }],
    ["an account-wide key of the other mode", { ...key, mode: "test", appId: null }],
    ["another app's key", keyOf(otherApp)],
    ["another account's user", await createUser(engine.table, stranger.accountId)],
  ];
  specimens = await createSpecimens(engine.table, owner, user);
});
afterAll(() => engine.stop());

function keyOf({ accountId, appId }: Merchant): KeyPrincipal {
  return {
    kind: "key",
    keyId: "key_00000000000000000000000000",
    accountId,
    appId,
    mode: "live",
    scopes: [...SCOPES],
  };
}

async function read(route: Route, principal: Principal, specimen: Specimen) {
  const { params = {}, query = {} } = specimen;
  const handler = await loadHandler(routeFunctionId(route));
  const { status, body } = await invoke(handler, route, { principal, params, query });
  return { status, text: JSON.stringify(body) };
}

describe("read access", () => {
  it("is tested for every operation that reads", () => {
    expect(Object.keys(specimens).sort()).toEqual(READS.map(nameOf).sort());
  });

  it.each(READS.map((route) => [nameOf(route), route] as const))(
    "%s shows an object to its owner only",
    async (name, route) => {
      const specimen = specimens[name];
      if (!specimen) throw new Error(`${name} has no specimen`);
      const own = route.auth === "api-key" ? key : user;
      const shown = await read(route, own, specimen);
      expect(shown.status, shown.text).toBe(200);
      expect(shown.text).toContain(specimen.shows);
      for (const [who, principal] of strangers) {
        if (principal.kind !== own.kind) continue;
        if (specimen.ofAccount && who === "another app's key") continue;
        const { status, text } = await read(route, principal, specimen);
        expect([200, 404], `${who}: ${text}`).toContain(status);
        expect(text, who).not.toContain(specimen.shows);
      }
    },
  );

  it("of a key that finds nothing says in which mode and app it looked", async () => {
    const specimen = specimens["v1/read-checkout"];
    const route = READS.find((one) => nameOf(one) === "v1/read-checkout");
    if (!specimen || !route) throw new Error("no such operation");
    const test = { ...key, mode: "test" } as const;
    const [inApp, inAccount] = [
      await read(route, test, specimen),
      await read(route, { ...test, appId: null }, specimen),
    ];
    expect(inApp.text).toContain(`no such checkout in test mode of the app ${owner.appId}."`);
    expect(inAccount.text).toContain('no such checkout in test mode."');
  });
});
