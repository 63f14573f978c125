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

const HEADER = `# Generated from the route table by \`npm run generate\`. Do not edit.
from __future__ import annotations
`;

/** Other languages' names for a JSON type; values of `open` enumerations can be added later. */
type Style = "open" | "closed";

/** The generated modules of the client for Python, by file name. */
export const PYTHON_FILES: Readonly<Record<string, () => string>> = {
  "models.py": () => modelsModule(clientDocument()),
  "inputs.py": () => inputsModule(clientDocument()),
  "operations.py": () => operationsModule(clientDocument()),
  "resources.py": () => resourcesModule(clientDocument()),
};

function modelsModule(document: ClientDocument): string {
  const { objects, aliases } = modelOf(document, document.received);
  return [
    `${HEADER}
from datetime import datetime
from typing import Any, Dict, List, Literal, Mapping, Optional, Type, Union

from ..model import Model`,
    ...aliases.map(({ name, type }) => `${name} = ${typeText(type, "open")}`),
    ...objects.map(modelClass),
    `WebhookEvent = Union[${[...new Set(document.events.values()), "Event"].join(", ")}]`,
    `#: The class of each event type; any other type is an \`Event\`.
EVENT_CLASSES: Mapping[str, Type[Model]] = {
${[...document.events].map(([type, name]) => `    ${quoted(type)}: ${name},`).join("\n")}
}`,
    "",
  ].join("\n\n\n");
}

function modelClass({ name, description, fields }: ModelObject): string {
  const lines = fields.flatMap((field) => [
    `${checked(field.name)}: ${typeText(optional(field), "open")}`,
    ...docString(field.description),
  ]);
  const body = [...docString(description), ...lines, ...(name === "Event" ? [READ_EVENT] : [])];
  return `class ${name}(Model):\n${indented(body.length > 0 ? body : ["pass"])}`;
}

/** A webhook handler also takes a listed event: both have the same class. */
const READ_EVENT = `
@classmethod
def _read(cls, raw: Mapping[str, Any], where: str = "") -> Model:
    return EVENT_CLASSES.get(str(raw.get("type")), Event)(raw, where)`;

/** A field that may be absent reads as None. */
function optional({ type, required }: ModelField): ModelType {
  return required ? type : { kind: "union", members: [type, { kind: "null" }] };
}

function inputsModule(document: ClientDocument): string {
  const { objects, aliases } = modelOf(document, document.sent);
  const queries = document.operations
    .map((one) => modelOperation(one, document))
    .filter(({ query }) => query.length > 0)
    .map(({ id, query }) => ({ name: queryName(id), description: "", fields: query }));
  return [
    `${HEADER}
from datetime import datetime
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union`,
    ...aliases
      .filter(({ type }) => type.kind === "enum")
      .map(({ name, type }) => `${name} = ${typeText(type, "closed")}`),
    ...[...objects, ...queries].map(inputClass),
    ...aliases
      .filter(({ type }) => type.kind !== "enum")
      .map(({ name, type }) => `${name} = ${typeText(type, "closed")}`),
    "",
  ].join("\n\n\n");
}

function queryName(id: string): string {
  return `${pascalCase(id)}Query`;
}

/** Required keys stand in a base class: Python 3.9 has no other way to mark them. */
function inputClass({ name, fields }: Pick<ModelObject, "name" | "fields">): string {
  const lines = (chosen: readonly ModelField[]) =>
    chosen.flatMap(({ name: field, type, description }) => [
      `${checked(field)}: ${typeText(type, "closed")}`,
      ...docString(description),
    ]);
  const required = lines(fields.filter((field) => field.required));
  const others = lines(fields.filter((field) => !field.required));
  if (required.length === 0) {
    return `class ${name}(TypedDict, total=False):\n${indented(others.length > 0 ? others : ["pass"])}`;
  }
  if (others.length === 0) return `class ${name}(TypedDict):\n${indented(required)}`;
  return `class _${name}(TypedDict):
${indented(required)}


class ${name}(_${name}, total=False):
${indented(others)}`;
}

function operationsModule(document: ClientDocument): string {
  const operations = document.operations.map((one) => modelOperation(one, document));
  return [
    `${HEADER}
from typing import Union

from ..operation import Operation
from . import models

API_VERSION = ${quoted(SERVICE_VERSION)}`,
    ...operations.map(operationText),
    "",
  ].join("\n\n");
}

function operationText(operation: ModelOperation): string {
  const { id, method, path, auth, idempotent, output, csv, summary } = operation;
  const model = output === null ? "None" : `models.${output}`;
  const read = output === null ? model : `models.${modelName(output)}`;
  const type = csv ? `Union[${read}, str]` : read;
  const values = [method, path, auth].map(quoted).join(", ");
  return `${constantName(id)}: Operation[${type}] = Operation(
    ${values}, ${idempotent ? "True" : "False"}, ${model}
)
"""${escaped(summary)}"""`;
}

/** `v1CreateCheckout` → `V1_CREATE_CHECKOUT`. */
function constantName(id: string): string {
  return id.replaceAll(/([A-Z])/g, "_$1").toUpperCase();
}

function resourcesModule(document: ClientDocument): string {
  const groups = clientGroups(document);
  return [
    `${HEADER}
from typing import TYPE_CHECKING, Any, AsyncIterator, Awaitable, Dict, Iterator, Optional, Protocol, TypeVar

from ..operation import Operation
from . import inputs, models, operations

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")`,
    protocols(),
    ...groups.map((group) => groupClass(group, "")),
    ...groups.map((group) => groupClass(group, "Async")),
    "",
  ].join("\n\n\n");
}

function protocols(): string {
  const call = (result: string) =>
    `    def _call(
        self,
        operation: Operation[T],
        params: Optional[Dict[str, Any]] = None,
        query: Any = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> ${result}: ...`;
  return `class Caller(Protocol):
${call("T")}

    def _all(self, operation: Operation[Any], params: Dict[str, Any], query: Any) -> Iterator[Any]: ...

    def _wait(self, id: str, timeout: float, interval: float) -> models.Checkout: ...


class AsyncCaller(Protocol):
${call("Awaitable[T]")}

    def _all(
        self, operation: Operation[Any], params: Dict[str, Any], query: Any
    ) -> AsyncIterator[Any]: ...

    def _wait(self, id: str, timeout: float, interval: float) -> Awaitable[models.Checkout]: ...`;
}

function groupClass({ name, methods }: ClientGroup, prefix: "" | "Async"): string {
  const title = `${prefix}${pascalCase(name)}`;
  const init = `    def __init__(self, client: ${prefix}Caller) -> None:\n        self._client = client`;
  return [
    `class ${title}:\n${init}`,
    ...methods.map((method) => methodText(method, prefix === "Async")),
    ...(name === "checkouts" ? [waiting(prefix === "Async")] : []),
  ].join("\n\n");
}

function methodText(method: ClientMethod, isAsync: boolean): string {
  const { name, operation, item } = method;
  const { output, summary } = operation;
  const parameters = parametersOf(method).join(", ");
  const constant = `operations.${constantName(operation.id)}`;
  if (item !== null) {
    return `    def ${name}(${parameters}) -> ${isAsync ? "Async" : ""}Iterator[models.${modelName(item)}]:
        """Iterate over the items of all pages. Each page is read when the loop reaches it."""
        return self._client._all(${constant}, ${paramsOf(operation)}, ${method.input ?? "{}"})`;
  }
  const result = output === null ? "None" : `models.${modelName(output)}`;
  return `    ${isAsync ? "async " : ""}def ${name}(${parameters}) -> ${result}:
        """${escaped(summary)}${/[.?!]$/.test(summary) ? "" : "."}"""
        return ${isAsync ? "await " : ""}self._client._call(${[constant, ...argumentsOf(method)].join(", ")})`;
}

function takesKey({ operation, item }: ClientMethod): boolean {
  return operation.idempotent && item === null;
}

function parametersOf(method: ClientMethod): string[] {
  const { params, id, body } = method.operation;
  const fields = method.input === "query" ? queryName(id) : bodyName(body);
  return [
    "self",
    ...params.map((param) => `${checked(param.name)}: ${typeText(param.type, "closed")}`),
    ...(takesKey(method) ? ["*", "idempotency_key: Optional[str] = None"] : []),
    ...(method.input === null ? [] : [`**${method.input}: Unpack[inputs.${fields}]`]),
  ];
}

function argumentsOf(method: ClientMethod): string[] {
  const { params, body } = method.operation;
  return [
    ...(params.length > 0 ? [paramsOf(method.operation)] : []),
    ...(method.input === "query" ? ["query=query"] : []),
    ...(body === null ? [] : [method.input === "body" ? "body=body" : "body={}"]),
    ...(takesKey(method) ? ["idempotency_key=idempotency_key"] : []),
  ];
}

function paramsOf({ params }: ModelOperation): string {
  return `{${params.map(({ name }) => `${quoted(name)}: ${name}`).join(", ")}}`;
}

function waiting(isAsync: boolean): string {
  return `    ${isAsync ? "async " : ""}def wait_for_outcome(self, id: str, *, timeout: float = 600.0, interval: float = 2.0) -> models.Checkout:
        """Read a checkout every \`interval\` seconds until it is verified, in review, expired, canceled or rejected.

        For scripts: a server uses webhooks. \`expired\` counts as an outcome, although a payment made in time can
        still be verified for 24 hours. Raises \`ApiProblem\` with the code \`timeout\` after \`timeout\` seconds.
        """
        return ${isAsync ? "await " : ""}self._client._wait(id, timeout, interval)`;
}

function bodyName(body: ModelType | null): string {
  return body !== null && "name" in body ? body.name : "";
}

const PRIMITIVES = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
  unknown: "Any",
} as const;

/** An event arrives as the class of its type. */
function modelName(name: string): string {
  return name === "Event" ? "WebhookEvent" : name;
}

function typeText(type: ModelType, style: Style): string {
  switch (type.kind) {
    case "time":
      return style === "open" ? "datetime" : "Union[datetime, str]";
    case "constant":
      return style === "open" ? "str" : `Literal[${quoted(type.value)}]`;
    case "enum": {
      const values = `Literal[${type.values.map(quoted).join(", ")}]`;
      return style === "open" ? `Union[${values}, str]` : values;
    }
    case "list":
      return `List[${typeText(type.item, style)}]`;
    case "map":
      return `Dict[str, ${typeText(type.value, style)}]`;
    case "object":
    case "alias":
      return modelName(type.name);
    case "union":
      return unionText(type.members, style);
    default:
      return PRIMITIVES[type.kind];
  }
}

function unionText(members: readonly ModelType[], style: Style): string {
  const others = members.filter(({ kind }) => kind !== "null");
  const texts = others.map((member) => typeText(member, style));
  const text = texts.length === 1 ? (texts[0] ?? "") : `Union[${texts.join(", ")}]`;
  return others.length < members.length ? `Optional[${text}]` : text;
}

const KEYWORDS = /^(class|def|from|import|global|pass|return|lambda|in|is|not|or|and|if|else)$/;

/** @throws for a name that Python does not allow, so that the developer who adds such a field chooses another */
function checked(name: string): string {
  if (KEYWORDS.test(name) || !/^[a-z_]\w*$/.test(name)) return `${name}_`;
  return name;
}

function docString(text: string): string[] {
  return text === "" ? [] : [`"""${escaped(text).replaceAll(/\n+/g, "\n")}"""`];
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}

function indented(lines: readonly string[]): string {
  return lines.flatMap((line) => line.split("\n").map((one) => one && `    ${one}`)).join("\n");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
