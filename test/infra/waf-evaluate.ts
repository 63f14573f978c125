// A small evaluator of WAF statements, so that tests can ask which requests a rule counts.

export interface WafRequest {
  readonly path: string;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** A statement as a template holds it. */
// biome-ignore lint/suspicious/noExplicitAny: a template is free JSON
type Statement = any;

/** Whether the statement matches. @throws Error for a statement or field that this evaluator lacks. */
export function matches(statement: Statement, request: WafRequest): boolean {
  const [[kind, body] = ["", {}]] = Object.entries<Statement>(statement);
  switch (kind) {
    case "AndStatement":
      return body.Statements.every((part: Statement) => matches(part, request));
    case "OrStatement":
      return body.Statements.some((part: Statement) => matches(part, request));
    case "NotStatement":
      return !matches(body.Statement, request);
    case "RegexMatchStatement":
      return new RegExp(body.RegexString).test(field(body, request));
    case "ByteMatchStatement":
      if (body.PositionalConstraint !== "CONTAINS") break;
      return field(body, request).includes(body.SearchString);
  }
  throw new Error(`${kind} cannot be evaluated`);
}

function field({ FieldToMatch, TextTransformations }: Statement, request: WafRequest): string {
  const { UriPath, SingleHeader, SingleQueryArgument } = FieldToMatch;
  const text =
    UriPath !== undefined
      ? request.path
      : SingleHeader !== undefined
        ? (request.headers?.[SingleHeader.Name] ?? "")
        : (request.query?.[SingleQueryArgument.Name] ?? "");
  return TextTransformations.reduce(transform, text);
}

function transform(text: string, { Type }: { readonly Type: string }): string {
  switch (Type) {
    case "NONE":
      return text;
    case "LOWERCASE":
      return text.toLowerCase();
    case "URL_DECODE":
      return decodeURIComponent(text);
    case "NORMALIZE_PATH":
      return new URL(text.replaceAll(/\/+/g, "/"), "http://waf.invalid").pathname;
  }
  throw new Error(`${Type} cannot be applied`);
}
