import { SERVICE_VERSION } from "./brand.ts";
import { type ClientGroup, type ClientMethod, clientGroups } from "./client-methods.ts";
import {
  type ClientDocument,
  clientDocument,
  type ModelField,
  type ModelObject,
  type ModelOperation,
  type ModelType,
  modelOf,
  modelOperation,
} from "./client-model.ts";
import { pascalCase } from "./functions.ts";
import { docText, modelClass, phpType, reader } from "./php-types.ts";

const NAMESPACE = "CheckoutVerification";

function header(folder: string): string {
  return `<?php

// Generated from the route table by \`npm run generate\`. Do not edit.
declare(strict_types=1);

namespace ${NAMESPACE}\\${folder};
`;
}

/** The generated classes of the client for PHP, by path below its `src`: one class in each file (PSR-4). */
export function phpFiles(): ReadonlyMap<string, string> {
  const document = clientDocument();
  const { objects, aliases } = modelOf(document, document.received);
  const known = new Map(aliases.map(({ name, type }) => [name, type]));
  const inputs = inputShapes(document);
  return new Map([
    ...objects.map((one) => [`Model/${one.name}.php`, modelFile(one, known)] as const),
    ["Resource/EventClasses.php", eventClasses(document)],
    ["Resource/Operations.php", operationsFile(document)],
    ...clientGroups(document).map(
      (group) => [`Resource/${pascalCase(group.name)}.php`, groupFile(group, inputs)] as const,
    ),
  ]);
}

type Known = ReadonlyMap<string, ModelType>;

function modelFile({ name, description, fields }: ModelObject, known: Known): string {
  const properties = fields.map((field) => {
    const type = resolved(field.type, known);
    const native = phpType(optional(field, type));
    const doc = docText(optional(field, type));
    const text = [doc === native ? "" : `@var ${doc}`, commentText(field.description)];
    return `${comment(text.filter(Boolean).join("\n"), "    ")}    public readonly ${native} $${field.name};`;
  });
  const cases = fields.map(
    (field) => `                case '${field.name}':
                    $this->${field.name} = ${reader(resolved(field.type, known), "$value", "$at")};
                    break;`,
  );
  const absent = fields
    .filter(({ required }) => !required)
    .map(
      ({ name: field }) => `        if (!array_key_exists('${field}', $raw)) {
            $this->${field} = null;
        }\n`,
    );
  const hasEvent = fields.some(({ type }) => holdsEvent(resolved(type, known)));
  const maps = fields.filter(({ type }) => holdsMap(resolved(type, known)));
  const mapsText = maps.map(({ name }) => `'${name}'`).join(", ");
  return `${header("Model")}
use ${NAMESPACE}\\Decode;
use ${NAMESPACE}\\Model;
${hasEvent ? `use ${NAMESPACE}\\Resource\\EventClasses;\n` : ""}
${comment([commentText(description), hasEvent ? IMPORT_EVENT : ""].filter(Boolean).join("\n\n"), "")}final class ${name} extends Model
{
${maps.length > 0 ? `    protected const MAPS = [${mapsText}];\n\n` : ""}${properties.join("\n\n")}

    /** @param array<array-key, mixed> $raw */
    public function __construct(array $raw, string $where = '')
    {
        parent::__construct($raw);
${absent.join("")}        foreach ($raw as $name => $value) {
            $at = $where === '' ? (string) $name : "{$where}.{$name}";
            switch ($name) {
${cases.join("\n")}
            }
        }
    }
}
`;
}

/** The type of all events, for tools that read doc comments. */
const IMPORT_EVENT = "@phpstan-import-type WebhookEvent from EventClasses";

function docClass(name: string): string {
  return name === "Event" ? "WebhookEvent" : `Model\\${name}`;
}

function nativeClass(name: string): string {
  return modelClass(name) === name ? `Model\\${name}` : modelClass(name);
}

function holdsEvent(type: ModelType): boolean {
  if (type.kind === "list") return holdsEvent(type.item);
  return type.kind === "object" && type.name === "Event";
}

function holdsMap(type: ModelType): boolean {
  return type.kind === "union" ? type.members.some(holdsMap) : type.kind === "map";
}

function resolved(type: ModelType, known: Known): ModelType {
  if (type.kind === "alias") return known.get(type.name) ?? { kind: "unknown" };
  if (type.kind === "union") {
    return { kind: "union", members: type.members.map((one) => resolved(one, known)) };
  }
  if (type.kind === "list") return { kind: "list", item: resolved(type.item, known) };
  return type.kind === "map" ? { kind: "map", value: resolved(type.value, known) } : type;
}

function optional({ required }: ModelField, type: ModelType): ModelType {
  return required ? type : { kind: "union", members: [type, { kind: "null" }] };
}

/** Array shapes of everything that is sent, by name. */
function inputShapes(document: ClientDocument): ReadonlyMap<string, string> {
  const { objects, aliases } = modelOf(document, document.sent);
  const byName = new Map(objects.map((one) => [one.name, one]));
  const known = new Map(aliases.map(({ name, type }) => [name, type]));
  const shapeOf = (type: ModelType): string => {
    switch (type.kind) {
      case "object":
        return shape(byName.get(type.name)?.fields ?? [], shapeOf);
      case "alias":
        return shapeOf(known.get(type.name) ?? { kind: "unknown" });
      case "enum":
        return type.values.map((value) => `'${value}'`).join("|");
      case "time":
        return "\\DateTimeInterface|string";
      case "constant":
        return `'${type.value}'`;
      case "list":
        return `list<${shapeOf(type.item)}>`;
      case "map":
        return `array<string, ${shapeOf(type.value)}>`;
      case "union":
        return type.members.map(shapeOf).join("|");
      default:
        return type.kind === "null" ? "null" : phpType(type);
    }
  };
  const queries = document.operations.map((one) => {
    const { id, query } = modelOperation(one, document);
    return [`${id}Query`, shape(query, shapeOf)] as const;
  });
  return new Map([
    ...objects.map(({ name, fields }) => [name, shape(fields, shapeOf)] as const),
    ...queries,
  ]);
}

/** With the required fields first. */
function shape(fields: readonly ModelField[], shapeOf: (type: ModelType) => string): string {
  const entries = fields
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .map(({ name, type, required }) => `${name}${required ? "" : "?"}: ${shapeOf(type)}`);
  return entries.length === 0 ? "array{}" : `array{${entries.join(", ")}}`;
}

function eventClasses({ events }: ClientDocument): string {
  const rows = [...events].map(([type, name]) => `        '${type}' => Model\\${name}::class,`);
  return `${header("Resource")}
use ${NAMESPACE}\\DecodeError;
use ${NAMESPACE}\\Model;

/**
 * The class of each event type; any other type is an \`Event\`.
 *
 * @phpstan-type WebhookEvent ${[...new Set(events.values()), "Event"].map((name) => `Model\\${name}`).join("|")}
 */
final class EventClasses
{
    public const BY_TYPE = [
${rows.join("\n")}
    ];

    /**
     * Reads an event as the class of its type.
     *
     * @param array<array-key, mixed> $raw
     *
     * @return WebhookEvent
     *
     * @throws DecodeError
     */
    public static function read(array $raw, string $where = ''): Model
    {
        $type = $raw['type'] ?? null;
        $class = is_string($type) ? self::BY_TYPE[$type] ?? Model\\Event::class : Model\\Event::class;
        return new $class($raw, $where);
    }
}
`;
}

function operationsFile(document: ClientDocument): string {
  const operations = document.operations.map((one) => modelOperation(one, document));
  const { objects } = modelOf(document, document.sent);
  const byName = new Map(objects.map((one) => [one.name, one]));
  return `${header("Resource")}
use ${NAMESPACE}\\Model;
use ${NAMESPACE}\\Operation;

/**
 * Every operation of the API, for \`Client::call()\`.
 *
 * ${IMPORT_EVENT}
 */
final class Operations
{
    public const API_VERSION = '${SERVICE_VERSION}';

${operations.map((operation) => operationMethod(operation, byName)).join("\n\n")}
}
`;
}

function operationMethod(
  operation: ModelOperation,
  byName: ReadonlyMap<string, ModelObject>,
): string {
  const { id, method, path, auth, idempotent, output, summary, body } = operation;
  const model = output === null ? "null" : `Model\\${output}::class`;
  const fields = body !== null && "name" in body ? (byName.get(body.name)?.fields ?? []) : [];
  const records = fields.filter(({ type }) => holdsRecord(type)).map(({ name }) => `'${name}'`);
  const values = [
    `'${method}'`,
    `'${path}'`,
    `'${auth}'`,
    String(idempotent),
    model,
    ...(records.length > 0 ? [`[${records.join(", ")}]`] : []),
  ];
  return `    /**
     * ${summary}
     *
     * @return Operation<${output === null ? "null" : docClass(output)}>
     */
    public static function ${id}(): Operation
    {
        return new Operation(${values.join(", ")});
    }`;
}

/** Whether an empty PHP array means `{}` here. */
function holdsRecord(type: ModelType): boolean {
  if (type.kind === "union") return type.members.some(holdsRecord);
  return type.kind === "object" || type.kind === "map";
}

function groupFile({ name, methods }: ClientGroup, inputs: ReadonlyMap<string, string>): string {
  const waiting = name === "checkouts" ? [WAITING] : [];
  const hasEvent = methods.some((one) => (one.item ?? one.operation.output) === "Event");
  return `${header("Resource")}
use ${NAMESPACE}\\ApiProblem;
use ${NAMESPACE}\\Client;
use ${NAMESPACE}\\Model;

${comment(["Every method throws an ApiProblem if the call fails.", ...(hasEvent ? ["", IMPORT_EVENT] : [])].join("\n"), "")}final class ${pascalCase(name)}
{
    public function __construct(private readonly Client $client)
    {
    }

${[...methods.map((method) => methodText(method, inputs)), ...waiting].join("\n\n")}
}
`;
}

const WAITING = `    /**
     * Reads a checkout until it is verified, in review, expired, canceled or rejected.
     *
     * For scripts: a server uses webhooks. \`expired\` counts as an outcome, although a payment made in time can still
     * be verified for 24 hours.
     *
     * @param float $timeoutSeconds until it throws an ApiProblem with the code \`timeout\`
     * @param float $intervalSeconds between two reads
     */
    public function waitForOutcome(string $id, float $timeoutSeconds = 600.0, float $intervalSeconds = 2.0): Model\\Checkout
    {
        $deadline = microtime(true) + $timeoutSeconds;
        while (true) {
            $checkout = $this->get($id);
            // An unlisted status, such as one of a later API version, is not an outcome.
            if (in_array($checkout->status, ['verified', 'review', 'expired', 'canceled', 'rejected'], true)) {
                return $checkout;
            }
            if (microtime(true) + $intervalSeconds > $deadline) {
                throw new ApiProblem("{$checkout->id} is still {$checkout->status}.", 'timeout');
            }
            $this->client->pause($intervalSeconds);
        }
    }`;

function methodText(method: ClientMethod, inputs: ReadonlyMap<string, string>): string {
  const { name, operation, item, input } = method;
  const { id, query, body, output, summary } = operation;
  const bodyName = body !== null && "name" in body ? body.name : "";
  const fields = inputs.get(input === "query" ? `${id}Query` : bodyName) ?? "array{}";
  // A shape lists the required fields first, and without a question mark.
  const isRequired =
    input === "body" ? /^array\{\w+:/.test(fields) : query.some((one) => one.required);
  const doc = [
    item === null
      ? `${summary}.`
      : "Iterates over the items of all pages. Each page is read when the loop reaches it.",
    ...(input === null ? [] : ["", `@param ${fields} $${input}`]),
    ...(item === null ? [] : ["", `@return \\Generator<int, ${docClass(item)}>`]),
    ...(item === null && output === "Event" ? ["", `@return ${docClass(output)}`] : []),
  ].join("\n");
  const result = output === null ? "void" : nativeClass(output);
  const target = item === null ? "call" : "all";
  const call = `$this->client->${target}(${argumentsOf(method).join(", ")})`;
  return `${comment(doc, "    ")}    public function ${camelCase(name)}(${parametersOf(method, isRequired).join(", ")}): ${item === null ? result : "\\Generator"}
    {
        ${output === null ? "" : "return "}${call};
    }`;
}

function takesKey({ operation, item }: ClientMethod): boolean {
  return operation.idempotent && item === null;
}

function parametersOf(method: ClientMethod, isRequired: boolean): string[] {
  return [
    ...method.operation.params.map((param) => `string $${camelCase(param.name)}`),
    ...(method.input === null ? [] : [`array $${method.input}${isRequired ? "" : " = []"}`]),
    ...(takesKey(method) ? ["?string $idempotencyKey = null"] : []),
  ];
}

function argumentsOf(method: ClientMethod): string[] {
  const { id, params, body } = method.operation;
  const values = params.map(({ name }) => `'${name}' => $${camelCase(name)}`);
  return [
    `Operations::${id}()`,
    ...(params.length > 0 ? [`params: [${values.join(", ")}]`] : []),
    ...(method.input === "query" ? ["query: $query"] : []),
    ...(body === null ? [] : [method.input === "body" ? "body: $body" : "body: []"]),
    ...(takesKey(method) ? ["idempotencyKey: $idempotencyKey"] : []),
  ];
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function commentText(text: string): string {
  return text.replaceAll("*/", "*\\/").replaceAll(/\n+/g, "\n");
}

function comment(text: string, indent: string): string {
  if (text === "") return "";
  if (!text.includes("\n")) return `${indent}/** ${text} */\n`;
  const lines = text.split("\n").map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join("\n")}\n${indent} */\n`;
}
