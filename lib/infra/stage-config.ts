import * as z from "zod";
import {
  originSchema,
  type ServiceConfig,
  SMS_SENDERS,
  serviceConfigSchema,
} from "../contract/service-config.ts";

/** Everything that differs between stages. One file each in `config/`, checked before synthesis. */
const stageConfigSchema = z
  .strictObject({
    stage: z.string().regex(/^[a-z][a-z0-9]{1,11}$/, "must be 2 to 12 of a-z and 0-9"),
    region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be an AWS region such as eu-west-1"),
    /** The service's own name; null: the address that CloudFront gives is used. */
    domain: z
      .strictObject({
        name: z.hostname(),
        /** In us-east-1, where CloudFront looks for it. */
        certificateArn: z.string().startsWith("arn:aws:acm:us-east-1:"),
        /** A Route 53 zone to write the alias into; null: the record is made elsewhere. */
        hostedZone: z.strictObject({ id: z.string().min(1), name: z.hostname() }).nullable(),
      })
      .nullable(),
    /** ISO 3166-1 alpha-2, for phone numbers in local form. */
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
    /** Who is told of alarms; null: the topic has no subscriber yet. */
    alarmEmail: z.email().nullable(),
    /** One of the numbers of days that CloudWatch Logs knows. */
    logRetentionDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731]),
    /**
     * Lambda's quota of concurrent executions in this account and region: readers of queues together
     * take at most half of it, so that requests always find room.
     */
    accountConcurrency: z.int().min(10).default(1000),
    /** Requests a second over the whole API, and how many may come at once. */
    throttle: z.strictObject({ ratePerSecond: z.int().min(1), burst: z.int().min(1) }),
    /**
     * The access logs of API Gateway need a role that the whole account and region share. False where
     * something else in the account has set it.
     */
    managesGatewayAccount: z.boolean(),
    /**
     * Versions of the secret `cloudfront-origin` that the firewall accepts; CloudFront sends the first.
     * Empty: whichever is the current one, read when it is deployed. Named only while it is changed.
     */
    originSecretVersions: z.array(z.uuid()).max(2).default([]),
    /** ARN of a CLOUDFRONT web ACL (us-east-1) for the distribution; null: only the API has one. */
    edgeWebAclArn: z.string().startsWith("arn:aws:wafv2:us-east-1:").nullable(),
    /** Whatever else functions can be told; see `contract/service-config.ts`. */
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
    /** After a restore: the copy that is worked with in place of the stack's own table. */
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
    /** Data outlive `cdk destroy` and cannot be deleted by mistake. */
    protectData: z.boolean(),
  })
  .refine((config) => config.stage !== "prod" || config.smsSender !== "console", {
    path: ["smsSender"],
    message: "`console` prints login codes and is not for production",
  })
  .refine((config) => config.stage !== "prod" || config.protectData, {
    path: ["protectData"],
    message: "must be true in production",
  });

export type StageConfig = z.output<typeof stageConfigSchema>;
export type StageConfigInput = z.input<typeof stageConfigSchema>;

/** Throws with one line per wrong field, each naming it. */
export function parseStageConfig(input: unknown): StageConfig {
  const result = stageConfigSchema.safeParse(input);
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    (issue) => `  ${issue.path.join(".") || "(whole)"}: ${issue.message}`,
  );
  throw new Error(`The stage's configuration is not valid:\n${lines.join("\n")}`);
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

/** Lambda takes 4 KB of environment in all; the other variables need less than the rest. */
const MAX_TEXT_LENGTH = 3000;

/** `SERVICE_CONFIG` as it stands in the environment. Throws when it would not fit there. */
export function serviceConfigText(config: StageConfig): string {
  const text = JSON.stringify(serviceConfigOf(config));
  if (text.length > MAX_TEXT_LENGTH) {
    throw new Error(
      `The configuration of ${config.stage} is too long, most likely in providers: ${text.length} characters of at most ${MAX_TEXT_LENGTH}.`,
    );
  }
  return text;
}
