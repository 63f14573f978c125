import type { Route } from "../../../lib/contract/route.ts";
import { canonicalJson } from "../../../lib/pipeline/idempotent.ts";
import { beginIdempotent } from "../../../lib/store/idempotency.ts";
import { tableOf } from "../../support/running-stack.ts";
import { expectStatus, realParams } from "./fixtures.ts";
import { hit, owner, stack } from "./setup.ts";

/** A key that is too long, one that is in use, and one that was used for something else. */
export async function refusesKeys(route: Route): Promise<void> {
  const params = await realParams(route);
  const long = { "idempotency-key": "k".repeat(256) };
  await expectStatus(
    hit(route, { key: owner.token, params, body: route.example, headers: long }),
    400,
  );
  for (const [name, sent, status] of [
    ["other-body", JSON.stringify({ other: true }), 422],
    ["in-flight", null, 409],
  ] as const) {
    const key = `${name} ${route.operation}`;
    const body = route.example ?? {};
    const parsed = route.request.body?.parse(body);
    const texts = Object.fromEntries(
      Object.entries(params).map(([at, value]) => [at, String(value)]),
    );
    for (const resource of [route.path, route.path.slice(0, -1)]) {
      await beginIdempotent(
        tableOf(stack),
        [
          owner.accountId,
          owner.userId,
          "dashboard",
          route.method,
          resource,
          JSON.stringify(texts),
          key,
        ],
        sent ?? canonicalJson(parsed),
        stack.now(),
        60_000,
      );
    }
    const headers = { "idempotency-key": key };
    await expectStatus(hit(route, { key: owner.token, params, body, headers }), status);
  }
}
