import {
  type ClientDocument,
  type ModelOperation,
  type ModelType,
  modelOperation,
  objectPart,
} from "./client-model.ts";

/** A method of a client: its name, and the operation that it calls. */
interface MethodEntry {
  /** snake_case. */
  readonly name: string;
  readonly operation: string;
  /** Iterates over the items of all pages. */
  readonly all?: true;
}

/**
 * The methods of every client, by group. The clients for Python and PHP are generated from this table; the
 * shared cases hold the one for TypeScript to it. Any other operation is reached by the client's `call`.
 */
export const CLIENT_METHODS = {
  checkouts: [
    { name: "create", operation: "v1CreateCheckout" },
    { name: "get", operation: "v1ReadCheckout" },
    { name: "list", operation: "v1ListCheckouts" },
    { name: "all", operation: "v1ListCheckouts", all: true },
    { name: "update", operation: "v1UpdateCheckout" },
    { name: "cancel", operation: "v1CancelCheckout" },
    { name: "verify", operation: "v1VerifyCheckout" },
    { name: "attempts", operation: "v1ListAttempts" },
  ],
  events: [
    { name: "get", operation: "v1ReadEvent" },
    { name: "list", operation: "v1ListEvents" },
    { name: "all", operation: "v1ListEvents", all: true },
  ],
  credits: [{ name: "get", operation: "v1GetCredits" }],
  webhooks: [
    { name: "create", operation: "platformCreateWebhook" },
    { name: "get", operation: "platformReadWebhook" },
    { name: "list", operation: "platformListWebhooks" },
    { name: "update", operation: "platformUpdateWebhook" },
    { name: "delete", operation: "platformDeleteWebhook" },
    { name: "secret", operation: "platformRevealWebhookSecret" },
    { name: "rotate_secret", operation: "platformRotateWebhookSecret" },
    { name: "test", operation: "platformTestWebhook" },
    { name: "deliveries", operation: "platformListDeliveries" },
    { name: "all_deliveries", operation: "platformListDeliveries", all: true },
    { name: "retry_delivery", operation: "platformRetryDelivery" },
  ],
} as const satisfies Record<string, readonly MethodEntry[]>;

export interface ClientMethod {
  readonly name: string;
  readonly operation: ModelOperation;
  /** The type of one item, for a method that iterates over all pages. */
  readonly item: string | null;
  /** What the caller passes: fields of the body or of the query; null for neither. */
  readonly input: "body" | "query" | null;
}

export interface ClientGroup {
  readonly name: string;
  readonly methods: readonly ClientMethod[];
}

export function clientGroups(document: ClientDocument): readonly ClientGroup[] {
  const byId = new Map(document.operations.map((one) => [one.operation.operationId, one]));
  return Object.entries(CLIENT_METHODS).map(([name, entries]) => ({
    name,
    methods: entries.map((entry: MethodEntry) => {
      const found = byId.get(entry.operation);
      if (found === undefined) throw new Error(`There is no operation ${entry.operation}.`);
      const operation = modelOperation(found, document);
      const item = entry.all ? itemOf(operation, document) : null;
      return { name: entry.name, operation, item, input: inputOf(operation, document) };
    }),
  }));
}

function itemOf({ id, output }: ModelOperation, { schemas }: ClientDocument): string {
  const item = schemas[output ?? ""]?.properties?.data?.items?.$ref?.split("/").at(-1);
  if (item === undefined) throw new Error(`${id} answers no list.`);
  return item;
}

function inputOf(
  { body, query }: ModelOperation,
  { schemas }: ClientDocument,
): ClientMethod["input"] {
  if (body !== null && hasFields(body, schemas)) return "body";
  return query.length > 0 ? "query" : null;
}

/** An action without input has an empty body. */
function hasFields(type: ModelType, schemas: ClientDocument["schemas"]): boolean {
  if (type.kind !== "object") return false;
  return Object.keys(objectPart(schemas[type.name] ?? {})?.properties ?? {}).length > 0;
}
