import type { StageConfigInput } from "../stage-config.ts";
import { PROVIDERS } from "./providers.ts";

/** The real thing. Set `domain` and `alarmEmail` before the first deployment. */
export const prod: StageConfigInput = {
  stage: "prod",
  region: "eu-central-1",
  domain: null,
  phoneRegion: "ET",
  defaultCurrency: "ETB",
  corsOrigins: [],
  smsSender: "sns",
  signUpCredits: 100,
  lowCreditsThreshold: 10,
  providers: PROVIDERS,
  operatorAppId: null,
  // `telegram: { clientId, botUsername }` switches the login by Telegram on.
  service: {},
  webhookPorts: [443],
  alarmEmail: null,
  logRetentionDays: 90,
  throttle: { ratePerSecond: 500, burst: 1000 },
  managesGatewayAccount: true,
  edgeWebAclArn: null,
  protectData: true,
};
