import type { RightCase, WrongCase } from "./stage-config-provider-cases.ts";

const COUNTRY = "must be a country that libphonenumber-js knows, such as ET";
const REGION = "must be a region that aws-cdk-lib knows, such as eu-west-1";
const ORIGIN = "must be an origin such as https://a.example";
const DOMAIN = "must be a domain name such as pay.example";
const CERTIFICATE = "arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c";
const ACCOUNT_ID = `acc_${"0".repeat(26)}`;
const VERSION = "7d3c0e5e-6c5a-4f4c-9d7e-2f1f2b3c4d5e";

const domain = (change: object) => ({
  domain: { name: "pay.example", certificateArn: CERTIFICATE, hostedZone: null, ...change },
});
const service = (change: object) => ({ service: change });
const restored = (streamArn: string) => ({ restoredTable: { name: "copy", streamArn } });

/** Changes of `prod`, each with the line that refuses it. */
export const WRONG: readonly WrongCase[] = [
  ["stage", "must be 2 to 12 of a-z and 0-9", { stage: "Production!" }],
  ["region", REGION, { region: "Frankfurt" }],
  ["region", REGION, { region: "eu-central-9" }],
  ["region", REGION, { region: "cn-north-1" }],
  ["secondRegion", REGION, { secondRegion: "eu-central-9" }],
  ["secondRegion", "must be another region than `region`", { secondRegion: "eu-central-1" }],
  ["phoneRegion", COUNTRY, { phoneRegion: "ZZ" }],
  ["phoneRegion", COUNTRY, { phoneRegion: "et" }],
  ["defaultCurrency", "must be an ISO 4217 code such as ETB", { defaultCurrency: "birr" }],
  ["defaultCurrency", "is not a known currency", { defaultCurrency: "XYZ" }],
  ["corsOrigins.0", ORIGIN, { corsOrigins: ["https://a.example/path"] }],
  ["corsOrigins.0", ORIGIN, { corsOrigins: ["*"] }],
  ["corsOrigins.0", ORIGIN, { corsOrigins: ['https://a"b.example'] }],
  ["corsOrigins.0", "must be https", { corsOrigins: ["http://a.example"] }],
  ["smsSender", "`console` prints login codes and is not for production", { smsSender: "console" }],
  [
    "lowCreditsThreshold",
    "must be below `signUpCredits`: a new account's balance never falls to it",
    { signUpCredits: 10, lowCreditsThreshold: 10 },
  ],
  [
    "service.operatorAccountId",
    "is needed beside `operatorAppId` to sell credits",
    { operatorAppId: 1001 },
  ],
  [
    "operatorAppId",
    "is needed beside `service.operatorAccountId` to sell credits",
    service({ operatorAccountId: ACCOUNT_ID }),
  ],
  [
    "service.operatorAccountId",
    "must be the id of an account, acc_…",
    { operatorAppId: 1001, service: { operatorAccountId: `acc_${"u".repeat(26)}` } },
  ],
  ["webhookPorts", "must include 443, which is always allowed", { webhookPorts: [] }],
  ["webhookPorts", "must include 443, which is always allowed", { webhookPorts: [8443] }],
  ["alarmEmail", "Invalid email address", { alarmEmail: "nobody" }],
  [
    "alarmEmail",
    "is required with `monthlyBudgetDollars`, which is reported by email",
    { alarmEmail: null, monthlyBudgetDollars: 100 },
  ],
  ["originSecretVersions.0", "Invalid UUID", { originSecretVersions: ["newest"] }],
  [
    "originSecretVersions",
    "must not name anything twice",
    { originSecretVersions: [VERSION, VERSION] },
  ],
  [
    "logRetentionDays",
    "Invalid option: expected one of 1|3|5|7|14|30|60|90|120|150|180|365|400|545|731",
    { logRetentionDays: 15 },
  ],
  [
    "throttle.ratePerSecond",
    "needs more shards than MAX_DUE_SHARDS",
    { throttle: { ratePerSecond: 10_667, burst: 10_667 } },
  ],
  [
    "throttle.burst",
    "must be at least `ratePerSecond`",
    { throttle: { ratePerSecond: 100, burst: 1 } },
  ],
  ["protectData", "must be true in production", { protectData: false }],
  ["tableUnitsPerSecond", "Too small: expected number to be >=1000", { tableUnitsPerSecond: 999 }],
  [
    "edgeWebAclArn",
    "must be arn:aws:wafv2:us-east-1:ACCOUNT:global/webacl/NAME/ID",
    { edgeWebAclArn: "arn:aws:wafv2:us-east-1:123456789012:regional/webacl/a/0a1b" },
  ],
  ["(whole)", 'Unrecognized key: "unknown"', { unknown: true }],

  ["domain.name", DOMAIN, domain({ name: "localhost" })],
  ["domain.name", DOMAIN, domain({ name: "10.0.0.1" })],
  ["domain.name", "must be in lower case", domain({ name: "Pay.example" })],
  [
    "domain.certificateArn",
    "must be arn:aws:acm:us-east-1:ACCOUNT:certificate/ID",
    domain({ certificateArn: CERTIFICATE.replace("us-east-1", "eu-central-1") }),
  ],
  [
    "domain.hostedZone.id",
    "must be the zone's id alone, Z…",
    domain({ hostedZone: { id: "/hostedzone/Z0123456789", name: "example" } }),
  ],
  [
    "domain.hostedZone.name",
    "must be `domain.name` or a parent of it",
    domain({ name: "mypay.example", hostedZone: { id: "Z0123456789", name: "pay.example" } }),
  ],
  [
    "github.repository",
    "must be owner/name or owner@id/name@id",
    { github: { repository: "https://github.com/mahtem/checkout", providerArn: null } },
  ],
  [
    "github.repository",
    "must be owner/name or owner@id/name@id",
    { github: { repository: "mahtem@4711/checkout", providerArn: null } },
  ],
  [
    "restoredTable.streamArn",
    "must be in `region`, eu-central-1",
    restored("arn:aws:dynamodb:eu-west-1:123456789012:table/copy/stream/2026-11-20T09:00:00.000"),
  ],
  [
    "restoredTable.streamArn",
    "must be a stream of the table",
    restored("arn:aws:dynamodb:eu-central-1:123456789012:table/other/stream/2026-11-20T09:00:00"),
  ],

  ["service", 'Unrecognized key: "trustedProxy"', service({ trustedProxy: false })],
  [
    "service",
    'Unrecognized key: "webhookAllowLoopbackHttp"',
    service({ webhookAllowLoopbackHttp: true }),
  ],
  [
    "service.telegram",
    'Unrecognized key: "issuer"',
    service({ telegram: { issuer: "https://oauth.telegram.org" } }),
  ],
  [
    "service.telegram.clientId",
    "must be the bot's id: the digits before the colon of its token",
    service({ telegram: { clientId: "7000000001:AAE-secret" } }),
  ],
  [
    "service.telegram.botUsername",
    "must be the bot's user name without @",
    service({ telegram: { botUsername: "@MahtemBot" } }),
  ],
  ["service.smsCountries.0", COUNTRY, service({ smsCountries: ["ZZ", "ET"] })],
  [
    "service.smsCountries",
    "must include `phoneRegion`, ET: numbers without a country code belong to it",
    service({ smsCountries: ["KE"] }),
  ],
  [
    "service.otpPerCountryPerDay",
    "must be above `service.otpPerPhonePerDay`, or one phone uses up its country's codes",
    service({ otpPerCountryPerDay: 10 }),
  ],
  [
    "service.customerDataRetentionDays",
    "Too small: expected number to be >=90",
    service({ customerDataRetentionDays: 89 }),
  ],
];

/** Changes of `prod` that stay possible. */
export const RIGHT: readonly RightCase[] = [
  [
    "a domain that is the zone's own name",
    domain({ hostedZone: { id: "Z01", name: "pay.example" } }),
  ],
  ["a domain below the zone's name", domain({ hostedZone: { id: "Z01", name: "example" } })],
  ["no credits at sign-up, with a threshold", { signUpCredits: 0, lowCreditsThreshold: 10 }],
  ["a page on the developer's machine", { corsOrigins: ["http://localhost:5173"] }],
  ["further ports", { webhookPorts: [8443, 443] }],
  ["further countries", service({ smsCountries: ["KE", "ET"] })],
  ["a seller of credits", { operatorAppId: 1001, service: { operatorAccountId: ACCOUNT_ID } }],
];
