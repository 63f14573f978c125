import * as z from "zod";
import {
  originSchema,
  type ServiceConfig,
  SMS_SENDERS,
  serviceConfigSchema,
} from "../contract/service-config.ts";
import { dueShardsFor, MAX_DUE_SHARDS } from "../store/due-shards.ts";

/** Requests per checkout: create, open the page, submit, and five status requests. */
const REQUESTS_PER_CHECKOUT = 8;

/** Everything that differs between stages. One file each in `config/`, validated before synthesis. */
const stageConfigSchema = z
  .strictObject({
    stage: z.string().regex(/^[a-z][a-z0-9]{1,11}$/, "must be 2 to 12 of a-z and 0-9"),
    region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be an AWS region such as eu-west-1"),
    /** The service's domain; null: CloudFront's address. */
    domain: z
      .strictObject({
        name: z.hostname(),
        /** Must be in us-east-1: CloudFront requires it. */
        certificateArn: z.string().startsWith("arn:aws:acm:us-east-1:"),
        /** Route 53 zone for the alias records; null: you create them elsewhere. */
        hostedZone: z.strictObject({ id: z.string().min(1), name: z.hostname() }).nullable(),
      })
      .nullable(),
    /** ISO 3166-1 alpha-2 country of phone numbers without a country code. */
    phoneRegion: z.string().regex(/^[A-Z]{2}$/, "must be two capital letters"),
    /** ISO 4217. */
    defaultCurrency: z.string().regex(/^[A-Z]{3}$/, "must be three capital letters"),
    corsOrigins: z.array(originSchema),
    smsSender: z.enum(SMS_SENDERS),
    signUpCredits: z.int().min(0).max(1_000_000),
    lowCreditsThreshold: z.int().min(0).max(1_000_000),
    providers: serviceConfigSchema.shape.providers.unwrap(),
    operatorAppId: z.int().min(1).nullable(),
    webhookPorts: z.array(z.int().min(1).max(65535)).min(1),
    /** Receives alarms by email; null: the topic has no subscriber. */
    alarmEmail: z.email().nullable(),
    /** Must be a retention that CloudWatch Logs supports. */
    logRetentionDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731]),
    /**
     * Lambda's quota of concurrent executions in this account and region. Queue readers together take at
     * most half of it, so that requests always have capacity.
     */
    accountConcurrency: z.int().min(10).default(1000),
    /** Requests per second over the whole API, and the size of a burst. */
    throttle: z
      .strictObject({ ratePerSecond: z.int().min(1), burst: z.int().min(1) })
      .refine(
        ({ ratePerSecond }) =>
          dueShardsFor(ratePerSecond / REQUESTS_PER_CHECKOUT) <= MAX_DUE_SHARDS,
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
    originSecretVersions: z.array(z.uuid()).max(2).default([]),
    /** ARN of a web ACL with scope CLOUDFRONT (us-east-1) for the distribution; null: none. */
    edgeWebAclArn: z.string().startsWith("arn:aws:wafv2:us-east-1:").nullable(),
    /** Settings that functions read at run time; see `contract/service-config.ts`. */
    service: serviceConfigSchema
      .omit({
        corsOrigins: true,
        lowCreditsThreshold: true,
        operatorAppId: true,
        providers: true,
        signUpCredits: true,
        smsSender: true,
        trustedProxy: true,
        webhookAllowedPorts: true,
      })
      .prefault({}),
    /** After a restore: the copy that replaces the stack's table. */
    restoredTable: z
      .strictObject({
        name: z.string().regex(/^[A-Za-z0-9_.-]{3,255}$/, "must be the name of a table"),
        streamArn: z.string().startsWith("arn:aws:dynamodb:"),
      })
      .refine(({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`), {
        path: ["streamArn"],
        message: "must be a stream of the table",
      })
      .nullable()
      .default(null),
    /**
     * Read and write units per second that the table, and each of its indexes, may use. Null: 50 for
     * each request of `throttle`, at most 40,000, which is AWS's quota until it is raised.
     */
    tableUnitsPerSecond: z.int().min(1000).nullable().default(null),
    /**
     * Takes the stage out of service for a restore: every request gets 429, and queues, stream and schedules
     * are not processed.
     */
    closed: z.boolean().default(false),
    /** US dollars a month. AWS emails `alarmEmail` at 80 % of it and when the forecast exceeds it. */
    monthlyBudgetDollars: z.int().min(1).nullable().default(null),
    /** Data survives `cdk destroy`, and the table cannot be deleted by mistake. */
    protectData: z.boolean(),
  })
  .refine((config) => config.stage !== "prod" || config.smsSender !== "console", {
    path: ["smsSender"],
    message: "`console` prints login codes and is not for production",
  })
  .refine((config) => config.monthlyBudgetDollars === null || config.alarmEmail !== null, {
    path: ["alarmEmail"],
    message: "is needed for the mails of `monthlyBudgetDollars`",
  })
  .refine((config) => config.stage !== "prod" || config.protectData, {
    path: ["protectData"],
    message: "must be true in production",
  });

export type StageConfig = z.output<typeof stageConfigSchema>;
export type StageConfigInput = z.input<typeof stageConfigSchema>;

/** @throws Error with one line per invalid field, which names the field */
export function parseStageConfig(input: unknown): StageConfig {
  const result = stageConfigSchema.safeParse(input);
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    (issue) => `  ${issue.path.join(".") || "(whole)"}: ${issue.message}`,
  );
  throw new Error(`The stage's configuration is not valid:\n${lines.join("\n")}`);
}

/** Shards of the `due` index that this stage's rate needs. */
export function dueShardsOf({ throttle }: StageConfig): number {
  return dueShardsFor(throttle.ratePerSecond / REQUESTS_PER_CHECKOUT);
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
const MAX_TEXT_LENGTH = 3000;

/** The value of `SERVICE_CONFIG`. @throws Error when it does not fit into the environment */
export function serviceConfigText(config: StageConfig): string {
  const text = JSON.stringify(serviceConfigOf(config));
  if (text.length > MAX_TEXT_LENGTH) {
    throw new Error(
      `The configuration of ${config.stage} is too long, most likely in providers: ${text.length} characters of at most ${MAX_TEXT_LENGTH}.`,
    );
  }
  return text;
}
