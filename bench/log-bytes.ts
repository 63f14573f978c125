import { accessLogBytes } from "./access-log.ts";
import type { Figure } from "./figure.ts";
import type { Step } from "./payment-path.ts";

/** What a checkout that is created, verified and delivered once writes, without the optional steps. */
export const PATH_OF_A_CHECKOUT: ReadonlySet<string> = new Set([
  "create",
  "submit",
  "follow the balance",
  "relay checkout.created",
  "follow checkout.created",
  "fan out checkout.created",
  "relay checkout.verified",
  "follow checkout.verified",
  "fan out checkout.verified",
  "deliver, 1st attempt",
]);

/** P10: bytes that functions print; Lambda adds its own start and report lines to each invocation. */
export function logBytes(steps: readonly Step[]): Figure {
  const path = steps.filter(({ name }) => PATH_OF_A_CHECKOUT.has(name));
  const bytes = path.reduce((sum, step) => sum + step.logBytes, 0);
  return {
    id: "P10",
    title: "log bytes per checkout",
    how: `What functions print on the way from creation to the delivered webhook, metrics included. Lambda adds nothing: only its warnings are kept. The gateway's access log (${accessLogBytes("public-show-pay-page")} for each look at the pay page) comes on top.`,
    rows: [
      ...path.map((step) => ({ step: step.name, bytes: step.logBytes })),
      { step: "one checkout", bytes },
    ],
    details: { bytes, invocations: path.length },
  };
}
