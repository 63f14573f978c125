import type { StageConfigInput } from "../stage-config.ts";
import { PROVIDERS } from "./providers.ts";

/** For trying things out: cheap, quick to remove, without a domain of its own. */
export const dev: StageConfigInput = {
  stage: "dev",
  region: "eu-central-1",
  domain: null,
  phoneRegion: "ET",
  defaultCurrency: "ETB",
  corsOrigins: [],
  smsSender: "console",
  signUpCredits: 100,
  lowCreditsThreshold: 10,
  providers: PROVIDERS,
  operatorAppId: null,
  // `telegram: { clientId, botUsername }` switches the login by Telegram on.
  service: {},
  webhookPorts: [443],
  alarmEmail: null,
  logRetentionDays: 14,
  throttle: { ratePerSecond: 100, burst: 200 },
  managesGatewayAccount: true,
  edgeWebAclArn: null,
  protectData: false,
};
