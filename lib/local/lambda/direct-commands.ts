import type { DirectTable } from "./direct-table.ts";

// Sends the commands of the SDK's document client to the table engine without the SDK's own steps (serializer, endpoint
// rules, signature, retries), which take most of a table request's processor time in a thread of functions. What the
// engine refuses, and everything unusual, goes the SDK's way, which alone makes errors.

/** Where a command's input or output has attribute values: null is one itself, and a `*` stands for every member. */
type Places = { readonly [name: string]: Places } | readonly never[] | null;
type Command = {
  readonly input: object;
  readonly inputKeyNodes: Places;
  readonly outputKeyNodes: Places;
  /** The operation's name is the third entry of the schema. */
  readonly clientCommand: { readonly schema: readonly unknown[] };
};
type DocumentClient = {
  readonly config: {
    readonly translateConfig?: {
      readonly marshallOptions?: {
        readonly removeUndefinedValues?: boolean;
        readonly convertClassInstanceToMap?: boolean;
      };
    };
  };
  send(command: Command, ...rest: readonly unknown[]): Promise<unknown>;
};
/** An attribute value as in a request. */
type Attribute = Readonly<Record<string, unknown>>;

/** Where the bundler puts the document client that functions share (`lib/infra/build-functions.ts`). */
export const DOCUMENT_CLIENT = "packages/@aws-sdk__lib-dynamodb.cjs";

/** Changes the document client's class. */
export function shortenCommands(
  { prototype }: { readonly prototype: DocumentClient },
  table: DirectTable,
): void {
  const throughSdk = prototype.send;
  prototype.send = function send(command, ...rest) {
    // A caller that passes options may want to abort the request.
    const input = rest.length === 0 && marshallsAsHere(this) ? marshalled(command) : null;
    if (input === null) return throughSdk.call(this, command, ...rest);
    return sendDirectly(table, command, input, () => throughSdk.call(this, command));
  };
}

async function sendDirectly(
  table: DirectTable,
  { clientCommand, outputKeyNodes }: Command,
  input: object,
  throughSdk: () => Promise<unknown>,
): Promise<unknown> {
  const operation = String(clientCommand.schema[2]);
  const reply = await table.request(process.env.AWS_ACCESS_KEY_ID ?? "", operation, input);
  if (reply === null) return throughSdk();
  if (reply.status !== 200) return table.withReply(reply, throughSdk);
  const output = convert(JSON.parse(reply.body.toString()), outputKeyNodes, fromAttribute);
  return { $metadata: { httpStatusCode: reply.status }, ...(output as object) };
}

function marshallsAsHere({ config }: DocumentClient): boolean {
  const { removeUndefinedValues, convertClassInstanceToMap } =
    config.translateConfig?.marshallOptions ?? {};
  return removeUndefinedValues === true && convertClassInstanceToMap === true;
}

/** Null where a value needs the SDK's own conversion, or its complaint. */
function marshalled({ input, inputKeyNodes }: Command): object | null {
  try {
    return convert(input, inputKeyNodes, toAttribute) as object;
  } catch (error) {
    if (error instanceof UnusualValue) return null;
    throw error;
  }
}

class UnusualValue extends Error {}

function convert(value: unknown, places: Places, each: (value: never) => unknown): unknown {
  if (value === undefined) return undefined;
  if (places === null) return each(value as never);
  const isEvery = Object.keys(places).length === 0;
  if (Array.isArray(value)) {
    const next = isEvery ? null : Reflect.get(places, "*");
    return value.map((one) => convert(one, next, each));
  }
  const made: Record<string, unknown> = {};
  for (const name in value as object) {
    const next = isEvery ? null : (Reflect.get(places, name) ?? Reflect.get(places, "*"));
    const one: unknown = Reflect.get(value as object, name);
    made[name] = next === undefined ? one : convert(one, next, each);
  }
  return made;
}

function toAttribute(value: unknown): Attribute {
  switch (typeof value) {
    case "string":
      return { S: value };
    case "boolean":
      return { BOOL: value };
    case "number":
      return { N: numberText(value) };
    case "object":
      return value === null ? { NULL: true } : toContainer(value);
    default:
      throw new UnusualValue();
  }
}

function toContainer(value: object): Attribute {
  if (Array.isArray(value)) {
    return { L: value.filter((one) => one !== undefined).map(toAttribute) };
  }
  if (value instanceof Set) return toSet([...value]);
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString("base64") };
  if (value instanceof Map || ArrayBuffer.isView(value)) throw new UnusualValue();
  const members: Record<string, Attribute> = {};
  for (const name in value) {
    const member: unknown = Reflect.get(value, name);
    if (member !== undefined) members[name] = toAttribute(member);
  }
  return { M: members };
}

function toSet(values: readonly unknown[]): Attribute {
  if (values.length === 0) throw new UnusualValue();
  if (values.every((value) => typeof value === "string")) return { SS: values };
  if (values.every((value) => typeof value === "number")) return { NS: values.map(numberText) };
  throw new UnusualValue();
}

function numberText(value: number): string {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new UnusualValue();
  return String(value);
}

function fromAttribute(attribute: Attribute): unknown {
  for (const type in attribute) return fromTyped(type, attribute[type]);
  throw new Error("The table engine sent a value without a type.");
}

function fromTyped(type: string, value: unknown): unknown {
  switch (type) {
    case "S":
    case "BOOL":
      return value;
    case "N":
      return toNumber(value as string);
    case "NULL":
      return null;
    case "M": {
      const members: Record<string, unknown> = {};
      for (const name in value as object)
        members[name] = fromAttribute(Reflect.get(value as object, name));
      return members;
    }
    case "L":
      return (value as Attribute[]).map(fromAttribute);
    case "B":
      return new Uint8Array(Buffer.from(value as string, "base64"));
    case "SS":
      return new Set(value as string[]);
    case "NS":
      return new Set((value as string[]).map(toNumber));
    default:
      throw new Error(`The table engine sent a value of the type ${type}.`);
  }
}

/** As the document client: what a number cannot hold exactly is a bigint. */
function toNumber(text: string): number | bigint {
  const number = Number(text);
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? BigInt(text) : number;
}
