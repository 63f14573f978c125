import { join } from "node:path";
import { App } from "aws-cdk-lib/core";
import { BUS_RULES, QUEUES, WORKERS } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { builtSite } from "../lib/infra/build-pay-page.ts";
import { stageConfig } from "../lib/infra/config/stages.ts";
import { APP_CONTEXT, serviceApp } from "../lib/infra/service-app.ts";

/**
 * The CDK app: `cdk synth -c stage=prod`, or `STAGE=prod node bin/app.ts` with `CDK_OUTDIR` for the output
 * folder. Needs the bundles of `bin/build.ts` and the built dashboard, but no AWS account and no network.
 * `LOCAL=1` is for the local stack, which finds the bundles itself and serves the dashboard; `WITHOUT_SITE=1` leaves out
 * the dashboard only.
 */
const app = new App({ context: APP_CONTEXT, analyticsReporting: false });
const built = join(import.meta.dirname, "..", "dist");
const local = process.env.LOCAL === "1";
const withoutSite = local || process.env.WITHOUT_SITE === "1";
const stage: unknown = app.node.tryGetContext("stage") ?? process.env.STAGE ?? "dev";
serviceApp({
  app,
  config: stageConfig(String(stage)),
  routes: ROUTES,
  workers: WORKERS,
  queues: QUEUES,
  rules: BUS_RULES,
  bundles: local ? null : join(built, "functions"),
  site: withoutSite ? null : builtSite(join(built, "web", "dashboard")),
});
app.synth();
