import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { BUS_RULES, QUEUES, WORKERS } from "../lib/contract/functions.ts";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { builtSite } from "../lib/infra/build-pay-page.ts";
import { stageConfig } from "../lib/infra/config/stages.ts";
import { APP_CONTEXT, serviceApp } from "../lib/infra/service-app.ts";

/**
 * The CDK app: `cdk synth -c stage=prod`, or `STAGE=prod node bin/app.ts` with `CDK_OUTDIR` for the output
 * folder. Needs the bundles of `bin/build.ts` and the built dashboard, but no AWS account and no network.
 * `WITHOUT_SITE=1` is for the local stack, which serves the dashboard itself.
 */
const app = new App({ context: APP_CONTEXT, analyticsReporting: false });
const built = join(import.meta.dirname, "..", "dist");
const stage: unknown = app.node.tryGetContext("stage") ?? process.env.STAGE ?? "dev";
serviceApp({
  app,
  config: stageConfig(String(stage)),
  routes: ROUTES,
  workers: WORKERS,
  queues: QUEUES,
  rules: BUS_RULES,
  bundles: join(built, "functions"),
  site: process.env.WITHOUT_SITE === "1" ? null : builtSite(join(built, "web", "dashboard")),
});
app.synth();
