import { existsSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { ROUTES } from "../lib/contract/routes/table.ts";
import { BUS_RULES, QUEUES, WORKERS } from "../lib/contract/workers.ts";
import { stageConfig } from "../lib/infra/config/stages.ts";
import { APP_CONTEXT, serviceApp } from "../lib/infra/service-app.ts";

/**
 * The CDK app: `cdk synth -c stage=prod`, or `STAGE=prod node bin/app.ts` with `CDK_OUTDIR` for the
 * place. Needs the bundles of `bin/build.ts`, and neither an account nor the network.
 */
const app = new App({ context: APP_CONTEXT, analyticsReporting: false });
const built = join(import.meta.dirname, "..", "dist");
const site = join(built, "web", "dashboard");
const stage: unknown = app.node.tryGetContext("stage") ?? process.env.STAGE ?? "dev";
serviceApp({
  app,
  config: stageConfig(String(stage)),
  routes: ROUTES,
  workers: WORKERS,
  queues: QUEUES,
  rules: BUS_RULES,
  bundles: join(built, "functions"),
  site: existsSync(site) ? site : null,
});
app.synth();
