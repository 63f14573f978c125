import { type Problem, providerProblems } from "./provider-problems.ts";
import type { StageConfig } from "./stage-config.ts";

/** What is wrong between fields that are valid by themselves. */
export function stageProblems(config: StageConfig): readonly Problem[] {
  return [
    ...productionProblems(config),
    ...moneyProblems(config),
    ...phoneProblems(config),
    ...placeProblems(config),
    ...providerProblems(config.providers),
  ];
}

function productionProblems({ stage, smsSender, protectData }: StageConfig): Problem[] {
  if (stage !== "prod") return [];
  return [
    ...when(
      smsSender === "console",
      "smsSender",
      "`console` prints login codes and is not for production",
    ),
    ...when(!protectData, "protectData", "must be true in production"),
  ];
}

function moneyProblems(config: StageConfig): Problem[] {
  const { signUpCredits, lowCreditsThreshold, operatorAppId, service } = config;
  const { operatorAccountId } = service;
  return [
    ...when(
      config.monthlyBudgetDollars !== null && config.alarmEmail === null,
      "alarmEmail",
      "is required with `monthlyBudgetDollars`, which is reported by email",
    ),
    ...when(
      signUpCredits > 0 && lowCreditsThreshold >= signUpCredits,
      "lowCreditsThreshold",
      "must be below `signUpCredits`: a new account's balance never falls to it",
    ),
    ...when(
      operatorAppId === null && operatorAccountId !== null,
      "operatorAppId",
      "is needed beside `service.operatorAccountId` to sell credits",
    ),
    ...when(
      operatorAppId !== null && operatorAccountId === null,
      "service.operatorAccountId",
      "is needed beside `operatorAppId` to sell credits",
    ),
  ];
}

function phoneProblems({ phoneRegion, service }: StageConfig): Problem[] {
  const { smsCountries, otpPerPhonePerDay, otpPerCountryPerDay } = service;
  return [
    ...when(
      smsCountries.length > 0 && !smsCountries.includes(phoneRegion),
      "service.smsCountries",
      `must include \`phoneRegion\`, ${phoneRegion}: numbers without a country code belong to it`,
    ),
    ...when(
      otpPerCountryPerDay <= otpPerPhonePerDay,
      "service.otpPerCountryPerDay",
      "must be above `service.otpPerPhonePerDay`, or one phone uses up its country's codes",
    ),
  ];
}

function placeProblems({ region, domain, restoredTable }: StageConfig): Problem[] {
  const zone = domain?.hostedZone ?? null;
  return [
    ...when(
      zone !== null && !`.${domain?.name}`.endsWith(`.${zone.name}`),
      "domain.hostedZone.name",
      "must be `domain.name` or a parent of it",
    ),
    ...when(
      restoredTable !== null && restoredTable.streamArn.split(":")[3] !== region,
      "restoredTable.streamArn",
      `must be in \`region\`, ${region}`,
    ),
  ];
}

function when(isWrong: boolean, field: string, message: string): Problem[] {
  return isWrong ? [{ path: field.split("."), message }] : [];
}
