import type { Route } from "../../contract/route.ts";

const CREDENTIALS = { "api-key": "$CHECKOUT_API_KEY", jwt: "$ACCESS_TOKEN", none: null } as const;

/** Fields of examples that differ for everyone, by the shell variable that replaces them. */
const FIELD_VARIABLES: Readonly<Record<string, string>> = {
  app_id: "APP_ID",
  endpoint_id: "WEBHOOK_ID",
  phone: "PHONE",
  code: "SMS_CODE",
  id_token: "ID_TOKEN",
  account_id: "ACCOUNT_ID",
  token: "INVITATION_TOKEN",
  reference: "REFERENCE",
  since: "SINCE",
};

/** What the variables in the commands hold. */
export const CURL_VARIABLES =
  "The commands are for bash. `$CHECKOUT_BASE_URL` is this service's address, `$CHECKOUT_API_KEY` a key, and `$ACCESS_TOKEN` the token of a login. Variables such as `$CHECKOUT_ID`, `$APP_ID` and `$WEBHOOK_ID` hold ids from your account; `$IDEMPOTENCY_KEY` stays the same when you repeat a request; `$TOKEN` is the last part of a `pay_url`.";

/** A curl command for bash. Ids come from variables: `{id}` of a checkout is `$CHECKOUT_ID`. */
export function curlOf(route: Route): string {
  const { method, auth, request, example } = route;
  const path = route.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `$${pathVariable(route, name)}`,
  );
  const query = request.body === undefined && isRecord(example) ? queryOf(example) : "";
  // A signature needs more than a command: the other kind of forwarder sends its secret.
  const credential = request.signed === true ? "$NOTICE_SECRET" : CREDENTIALS[auth];
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$CHECKOUT_BASE_URL${path}${query}"`,
    ...(credential === null ? [] : [`-H "Authorization: Bearer ${credential}"`]),
    ...(takesCookie(route) ? ['-b "$COOKIE"'] : []),
    ...(route.idempotent ? ['-H "Idempotency-Key: $IDEMPOTENCY_KEY"'] : []),
    ...(request.body === undefined || !isRecord(example) ? [] : bodyOf(route, example)),
  ];
  return parts.join(" \\\n  ");
}

/** The cookie of a session, as `name=value`, is the only credential of these two. */
function takesCookie({ surface, operation }: Route): boolean {
  return surface === "auth" && (operation === "refresh" || operation === "logout");
}

function queryOf(example: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(example).map(([name, value]) => {
    const variable = FIELD_VARIABLES[name];
    return `${name}=${variable === undefined ? encodeURIComponent(String(value)) : `$${variable}`}`;
  });
  return `?${pairs.join("&")}`;
}

function bodyOf({ request }: Route, example: Readonly<Record<string, unknown>>): string[] {
  if (request.form === true) {
    return Object.entries(example).map(
      ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
    );
  }
  return ["-H 'content-type: application/json'", `-d ${jsonInShell(example)}`];
}

/** JSON in single quotes, which are left for each variable. */
function jsonInShell(example: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(example).map(([name, value]) => {
    const variable = FIELD_VARIABLES[name];
    if (variable === undefined)
      return `"${name}":${JSON.stringify(value).replaceAll("'", "'\\''")}`;
    const inserted = `'"$${variable}"'`;
    return `"${name}":${typeof value === "string" ? `"${inserted}"` : inserted}`;
  });
  return `'{${fields.join(",")}}'`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Name of the shell variable that a path parameter is filled from. */
export function pathVariable({ path }: Route, parameter: string): string {
  if (parameter === "source") return "NOTICE_SOURCE_ID";
  if (parameter !== "id") return parameter.toUpperCase();
  const before =
    path
      .slice(0, path.indexOf(`{${parameter}}`))
      .split("/")
      .at(-2) ?? "";
  return `${before.replace(/s$/, "").replaceAll("-", "_").toUpperCase()}_ID`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
