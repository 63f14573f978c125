import { CLIENT_METHODS } from "../../contract/client-methods.ts";
import type { Route } from "../../contract/route.ts";
import { curlOf, pathVariable } from "./curl.ts";
import type { Tab } from "./prose.ts";

/** How each operation of the server API is called, by language. Tests run every sample. */

type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value };
type Fields = Readonly<Record<string, Value>>;

/** What a sample passes to the method of a client. */
interface Call {
  readonly group: string;
  /** snake_case. */
  readonly method: string;
  /** Name of the shell variable that holds the id; null for none. */
  readonly id: string | null;
  readonly fields: Fields | null;
  readonly idempotencyKey: string | null;
}

/** What comes before a sample: a client, made as in the Clients page. */
export const CALL_CLIENTS =
  "In the samples, `client` is [your client](/api/docs/clients/#client-libraries), and ids come from the environment.";

/** A command of curl, and the same call by each client. */
export function callTabs(route: Route): readonly Tab[] {
  const call = callOf(route);
  const at = `${route.method} ${route.path}`;
  return [
    { name: "curl", label: `curl for ${at}`, code: curlOf(route) },
    ...(call === null
      ? []
      : [
          { name: "TypeScript", label: `TypeScript for ${at}`, code: typescript(call) },
          { name: "Python", label: `Python for ${at}`, code: python(call) },
          { name: "PHP", label: `PHP for ${at}`, code: php(call) },
        ]),
  ];
}

function callOf(route: Route): Call | null {
  const { surface, operation, path, example, idempotent } = route;
  const name = `${surface}-${operation}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  for (const [group, methods] of Object.entries(CLIENT_METHODS)) {
    const found = methods.find((method) => method.operation === name);
    if (found === undefined || surface !== "v1") continue;
    const fields = isFields(example) ? numbered(example) : null;
    const order = fields?.client_reference;
    return {
      group,
      method: found.name,
      id: path.includes("{id}") ? pathVariable(route, "id") : null,
      fields,
      idempotencyKey: idempotent && typeof order === "string" ? order : null,
    };
  }
  return null;
}

/** Examples of queries are texts, also where the client takes a number. */
function numbered(example: Fields): Fields {
  const entries = Object.entries(example).map(([name, value]) => {
    const isNumber = name === "limit" && typeof value === "string";
    return [name, isNumber ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

function isFields(example: unknown): example is Fields {
  return typeof example === "object" && example !== null;
}

function typescript({ group, method, id, fields, idempotencyKey }: Call): string {
  const given = [
    // The client refuses an empty id, and a strict compiler one that may be undefined.
    ...(id === null ? [] : [`process.env.${id} ?? ""`]),
    ...(fields === null ? [] : [braces(fields, (name, value) => `${name}: ${value}`, "{ ", " }")]),
    ...(idempotencyKey === null ? [] : [`{ idempotencyKey: ${JSON.stringify(idempotencyKey)} }`]),
  ];
  return `const result = await client.${group}.${method}(${given.join(", ")});`;
}

function braces(
  fields: Fields,
  pair: (name: string, value: string) => string,
  open: string,
  close: string,
): string {
  const inner = Object.entries(fields).map(([name, value]) => {
    const nested = isFields(value) && !Array.isArray(value);
    return pair(name, nested ? braces(value as Fields, pair, open, close) : JSON.stringify(value));
  });
  return `${open}${inner.join(", ")}${close}`;
}

function python({ group, method, id, fields, idempotencyKey }: Call): string {
  const dict = (inner: Fields) =>
    braces(inner, (name, value) => `${JSON.stringify(name)}: ${value}`, "{", "}");
  const given = [
    ...(id === null ? [] : [`os.environ["${id}"]`]),
    ...Object.entries(fields ?? {}).map(
      ([name, value]) =>
        `${name}=${isFields(value) ? dict(value as Fields) : JSON.stringify(value)}`,
    ),
    ...(idempotencyKey === null ? [] : [`idempotency_key=${JSON.stringify(idempotencyKey)}`]),
  ];
  return `result = client.${group}.${method}(${given.join(", ")})`;
}

function php({ group, method, id, fields, idempotencyKey }: Call): string {
  const given = [
    ...(id === null ? [] : [`getenv('${id}')`]),
    ...(fields === null
      ? []
      : [braces(fields, (name, value) => `'${name}' => ${value}`, "[", "]").replaceAll('"', "'")]),
    ...(idempotencyKey === null ? [] : [`idempotencyKey: '${idempotencyKey}'`]),
  ];
  return `$result = $client->${group}->${method}(${given.join(", ")});`;
}
