/**
 * The service's own metrics: written by functions in CloudWatch's embedded metric format, shown by the
 * dashboard, watched by alarms. Each has exactly one set of dimensions besides `stage`, and where releases watch it
 * a second one with the version, so that a name always means one series per value; none of them may hold a tenant, a person or a reference.
 */
export const METRICS_NAMESPACE = "Checkout";

interface Metric {
  readonly unit: "Count" | "Milliseconds";
  /** Besides `stage`. */
  readonly dimensions: readonly ("provider" | "outcome" | "operation")[];
  /** There is a second series for each version of the function, which a gradual release watches. */
  readonly byVersion?: true;
  readonly about: string;
}

const DEFINED = {
  CheckoutsCreated: { unit: "Count", dimensions: [], about: "Checkouts made" },
  CheckoutsVerified: { unit: "Count", dimensions: ["provider"], about: "Checkouts verified" },
  AttemptsSettled: {
    unit: "Count",
    dimensions: ["provider", "outcome"],
    about: "Attempts that came to an end",
  },
  VerificationTime: {
    unit: "Milliseconds",
    dimensions: ["provider"],
    about: "From the submission of a reference to its outcome",
  },
  BreakerOpened: {
    unit: "Count",
    dimensions: ["provider"],
    about: "A provider was given up on; again each minute until it is back",
  },
  ReceiptsUnreadable: {
    unit: "Count",
    dimensions: ["provider"],
    about: "Receipts that the adapter could not parse, each reference once",
  },
  DeliveryAttempts: { unit: "Count", dimensions: ["outcome"], about: "Webhook requests sent" },
  DeliveriesFailed: { unit: "Count", dimensions: [], about: "Deliveries out of retries" },
  CreditsCaptured: { unit: "Count", dimensions: [], about: "Credits spent" },
  CreditsExhausted: { unit: "Count", dimensions: [], about: "Accounts that ran out of credits" },
  LoginCodesScarce: {
    unit: "Count",
    dimensions: [],
    about: "Countries that used half of their daily login codes",
  },
  RequestsFailed: {
    unit: "Count",
    dimensions: ["operation"],
    byVersion: true,
    about: "Responses with 5xx",
  },
  WorkFailed: {
    unit: "Count",
    dimensions: ["operation"],
    byVersion: true,
    about: "Messages and batches that a worker could not handle, each try",
  },
  ItemsUnreadable: {
    unit: "Count",
    dimensions: [],
    about: "Stored items that a function could not read",
  },
  FirstLookupTime: {
    unit: "Milliseconds",
    dimensions: [],
    about: "From the submission to the outcome, where the first lookup brought it",
  },
  FirstDeliveryDelay: {
    unit: "Milliseconds",
    dimensions: [],
    about: "From the event to the first attempt of each delivery",
  },
  InvariantsBroken: {
    unit: "Count",
    dimensions: [],
    about: "Broken invariants in the daily sample",
  },
  Notifications: {
    unit: "Count",
    dimensions: ["outcome"],
    about: "Messages to members: sent by Telegram or SMS, or not sent and why",
  },
} as const satisfies Readonly<Record<string, Metric>>;
export type MetricName = keyof typeof DEFINED;

export const METRICS: Readonly<Record<MetricName, Metric>> = DEFINED;
