import { RegionInfo } from "aws-cdk-lib/region-info";
import { isSupportedCountry } from "libphonenumber-js/min";
import * as z from "zod";
import { SECRET_NAMES } from "../contract/access.ts";
import { currency, distinct } from "../contract/schemas/common.ts";
import {
  originSchema,
  type ServiceConfig,
  SMS_SENDERS,
  serviceConfigSchema,
} from "../contract/service-config.ts";
import { dueShardsFor, MAX_DUE_SHARDS } from "../store/due-shards.ts";
import { type Problem, providerProblems } from "./provider-problems.ts";

/** Whether this is a region of the partition `aws`; the others have different ARNs and no CloudFront. */
export function isKnownRegion(name: string): boolean {
  return RegionInfo.regions.some((region) => region.name === name && region.partition === "aws");
}

/** Requests per checkout: create, open the page, submit, and five status requests. */
const REQUESTS_PER_CHECKOUT = 8;

/** The fewest units of `tableUnitsPerSecond`. */
export const LEAST_TABLE_UNITS = 1000;

const domainName = z
  .string()
  .regex(z.regexes.domain, "must be a domain name such as pay.example")
  .lowercase("must be in lower case");
const country = z
  .string()
  .refine(isSupportedCountry, "must be a country that libphonenumber-js knows, such as ET");
const { telegram } = serviceConfigSchema.shape;

/** Everything that differs between stages: one file each in `config/`, which `parseStageConfig` validates. */
export const stageConfigSchema = z.strictObject({
  stage: z.string().regex(/^[a-z][a-z0-9]{1,11}$/, "must be 2 to 12 of a-z and 0-9"),
  region: z
    .string()
    .refine(isKnownRegion, "must be a region that aws-cdk-lib knows, such as eu-west-1"),
  /** The service's domain; null: CloudFront's address. */
  domain: z
    .strictObject({
      name: domainName,
      /** Must be in us-east-1: CloudFront requires it. */
      certificateArn: arn("arn:aws:acm:us-east-1:ACCOUNT:certificate/ID"),
      /** Route 53 zone for the alias records; null: you create them elsewhere. */
      hostedZone: z
        .strictObject({
          id: z.string().regex(/^Z[A-Z0-9]{1,31}$/, "must be the zone's id alone, Z…"),
          name: z.hostname().lowercase("must be in lower case"),
        })
        .nullable(),
    })
    .nullable(),
  /** ISO 3166-1 alpha-2 country of phone numbers without a country code. */
  phoneRegion: country,
  /** ISO 4217, one that checkouts may have. */
  defaultCurrency: currency,
  corsOrigins: z.array(originSchema),
  smsSender: z.enum(SMS_SENDERS),
  /** US dollars that SNS may spend on SMS a month in this region: AWS's quota for the account, 1 until it is raised. */
  smsQuotaDollars: z.int().min(1).default(1),
  signUpCredits: z.int().min(0).max(1_000_000),
  lowCreditsThreshold: z.int().min(0).max(1_000_000),
  providers: serviceConfigSchema.shape.providers.unwrap(),
  operatorAppId: z.int().min(1).nullable(),
  webhookPorts: z
    .array(z.int().min(1).max(65535))
    .refine((ports) => ports.includes(443), "must include 443, which is always allowed"),
  /** Receives alarms by email; null: the topic has no subscriber. */
  alarmEmail: z.email().nullable(),
  /** Must be a retention that CloudWatch Logs supports. */
  logRetentionDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731]),
  /**
   * Lambda's quota of concurrent executions in this account and region. Queue readers together take at
   * most half of it, so that requests always have capacity.
   */
  accountConcurrency: z.int().min(10).default(1000),
  /**
   * How a release reaches the payment path: a tenth of the invocations for five minutes, then all, or `at-once`, which
   * no alarm stops: for a repair that cannot wait.
   */
  releases: z.enum(["gradual", "at-once"]).default("gradual"),
  /**
   * Requests per second that the stage is made for, and the size of a burst. Methods and networks get a share of it;
   * the sum of all is bounded by the account's quota only.
   */
  throttle: z
    .strictObject({ ratePerSecond: z.int().min(1), burst: z.int() })
    .refine(({ ratePerSecond, burst }) => burst >= ratePerSecond, {
      path: ["burst"],
      message: "must be at least `ratePerSecond`",
    })
    .refine(
      ({ ratePerSecond }) => dueShardsFor(ratePerSecond / REQUESTS_PER_CHECKOUT) <= MAX_DUE_SHARDS,
      { path: ["ratePerSecond"], message: "needs more shards than MAX_DUE_SHARDS" },
    ),
  /**
   * Whether to set the role with which API Gateway writes logs. It is shared by the account and region, so
   * use false where something else sets it.
   */
  managesGatewayAccount: z.boolean(),
  /**
   * Version ids of the secret `cloudfront-origin` that the firewall accepts; CloudFront sends the first.
   * Empty, except during a rotation: the version that is current at deployment.
   */
  originSecretVersions: distinct(z.array(z.uuid()).max(2)).default([]),
  /** ARN of a web ACL with scope CLOUDFRONT (us-east-1) for the distribution; null: none. */
  edgeWebAclArn: arn("arn:aws:wafv2:us-east-1:ACCOUNT:global/webacl/NAME/ID").nullable(),
  /** Settings that functions read at run time; see `contract/service-config.ts`. */
  service: serviceConfigSchema
    .omit({
      corsOrigins: true,
      lowCreditsThreshold: true,
      operatorAppId: true,
      providers: true,
      signUpCredits: true,
      smsCountries: true,
      smsSender: true,
      telegram: true,
      telegramBotApi: true,
      trustedProxy: true,
      webhookAllowedPorts: true,
      // A webhook must not reach the function's own loopback, which serves the Lambda runtime API.
      webhookAllowLoopbackHttp: true,
    })
    .extend({
      smsCountries: z.array(country).default([]),
      telegram: telegram.unwrap().omit({ issuer: true }).prefault({}),
    })
    .prefault({}),
  /** After a restore: the copy that replaces the stack's table. */
  restoredTable: z
    .strictObject({
      name: z.string().regex(/^[A-Za-z0-9_.-]{3,255}$/, "must be the name of a table"),
      streamArn: arn("arn:aws:dynamodb:REGION:ACCOUNT:table/NAME/stream/LABEL"),
    })
    .refine(({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`), {
      path: ["streamArn"],
      message: "must be a stream of the table",
    })
    .nullable()
    .default(null),
  /**
   * Region that keeps a copy of the table and the secrets (`docs/second-region.md`); null: none, which may change later.
   */
  secondRegion: z
    .string()
    .refine(isKnownRegion, "must be a region that aws-cdk-lib knows, such as eu-west-1")
    .nullable()
    .default(null),
  /**
   * Makes this the standby of a stage in another region: it uses that one's copies here and creates no table and secrets of
   * its own. Closed until the switch, and without firewall, alarms and addresses until then.
   */
  standby: z
    .strictObject({
      table: z.strictObject({
        name: z.string().regex(/^[A-Za-z0-9_.-]{3,255}$/, "must be the name of a table"),
        streamArn: arn("arn:aws:dynamodb:REGION:ACCOUNT:table/NAME/stream/LABEL"),
      }),
      secretArns: z.record(
        z.enum(SECRET_NAMES),
        arn("arn:aws:secretsmanager:REGION:ACCOUNT:secret:NAME"),
      ),
    })
    .nullable()
    .default(null),
  /**
   * Read and write units per second that the table, and each of its indexes, may use. Null: 50 for
   * each request of `throttle`, at least 1,000 and at most 40,000, which is AWS's quota until it is raised.
   */
  tableUnitsPerSecond: z.int().min(LEAST_TABLE_UNITS).nullable().default(null),
  /**
   * Takes the stage out of service for a restore: every request gets 429, and queues, stream and schedules
   * are not processed.
   */
  closed: z.boolean().default(false),
  /** US dollars a month. AWS emails `alarmEmail` at 80 % of it and when the forecast exceeds it. */
  monthlyBudgetDollars: z.int().min(1).nullable().default(null),
  /**
   * The repository whose GitHub Actions may deploy this stage, as GitHub's tokens name it: `owner/name`, or with the ids that
   * tokens of repositories since July 2026 contain; null: none. `providerArn`: the account's OIDC provider of GitHub, where
   * another stage has made it.
   */
  github: z
    .strictObject({
      repository: z
        .string()
        .regex(
          /^(?:[\w.-]+\/[\w.-]+|[\w.-]+@\d+\/[\w.-]+@\d+)$/,
          "must be owner/name or owner@id/name@id",
        ),
      providerArn: arn(
        "arn:aws:iam::ACCOUNT:oidc-provider/token.actions.githubusercontent.com",
      ).nullable(),
    })
    .nullable()
    .default(null),
  /** Data survives `cdk destroy`, and the table cannot be deleted by mistake. */
  protectData: z.boolean(),
});

export type StageConfig = z.output<typeof stageConfigSchema>;
export type StageConfigInput = z.input<typeof stageConfigSchema>;

/** @param form an ARN whose parts in capital letters are free */
function arn(form: string) {
  const parts = form.replace("ACCOUNT", "\\d{12}").replace(/[A-Z]+/g, "[\\w.:-]+");
  return z.string().regex(new RegExp(`^${parts}$`), `must be ${form}`);
}

/** Shards of the `due` index that this stage's rate needs. */
export function dueShardsOf({ throttle }: StageConfig): number {
  return dueShardsFor(throttle.ratePerSecond / REQUESTS_PER_CHECKOUT);
}

/** A standby that has not taken over. It costs nothing but the copies. */
export function isWaiting({ standby, closed }: StageConfig): boolean {
  return standby !== null && closed;
}

/** The part that functions read at run time. */
export function serviceConfigOf(config: StageConfig): ServiceConfig {
  return serviceConfigSchema.parse({
    ...config.service,
    corsOrigins: config.corsOrigins,
    signUpCredits: config.signUpCredits,
    lowCreditsThreshold: config.lowCreditsThreshold,
    providers: config.providers,
    smsSender: config.smsSender,
    operatorAppId: config.operatorAppId,
    webhookAllowedPorts: config.webhookPorts,
    trustedProxy: true,
  });
}

/** Lambda allows 4 KB for all variables; the others take less than 1 KB. */
const MAX_TEXT_BYTES = 3000;

/** The value of `SERVICE_CONFIG`. @throws Error when it does not fit into the environment */
export function serviceConfigText(config: StageConfig): string {
  const text = JSON.stringify(serviceConfigOf(config));
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_TEXT_BYTES) {
    throw new Error(
      `The configuration of ${config.stage} is too long, most likely in providers: ${bytes} bytes of at most ${MAX_TEXT_BYTES}.`,
    );
  }
  return text;
}

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

function placeProblems(config: StageConfig): Problem[] {
  const { region, domain, restoredTable, secondRegion, standby, github } = config;
  const zone = domain?.hostedZone ?? null;
  const arns =
    standby === null ? [] : [standby.table.streamArn, ...Object.values(standby.secretArns)];
  return [
    ...when(secondRegion === region, "secondRegion", "must be another region than `region`"),
    ...when(
      secondRegion !== null && standby !== null,
      "secondRegion",
      "belongs to the stage whose standby this is",
    ),
    ...when(
      arns.some((each) => each.split(":")[3] !== region),
      "standby",
      `must name the copies in \`region\`, ${region}`,
    ),
    ...when(
      standby !== null && domain === null,
      "domain",
      "is needed by a standby: the switch moves it from the other region",
    ),
    ...when(
      standby !== null && github !== null && github.providerArn === null,
      "github.providerArn",
      "is needed by a standby: the other stage has made the account's provider",
    ),
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

const checkedSchema = stageConfigSchema.superRefine((config, context) => {
  for (const problem of stageProblems(config)) context.addIssue({ code: "custom", ...problem });
});

/** @throws Error with one line per invalid field, which names the field */
export function parseStageConfig(input: unknown): StageConfig {
  const result = checkedSchema.safeParse(input);
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    (issue) => `  ${issue.path.join(".") || "(whole)"}: ${messageOf(issue)}`,
  );
  throw new Error(`The stage's configuration is not valid:\n${lines.join("\n")}`);
}

/** An invalid key of a record has its reason one level down. */
function messageOf(issue: z.core.$ZodIssue): string {
  return (issue.code === "invalid_key" && issue.issues[0]?.message) || issue.message;
}
