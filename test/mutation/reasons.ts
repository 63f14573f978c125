/** A mutant that no test can or should kill. */
export interface Reason {
  /** e.g. `lib/store/claims.ts`. */
  readonly file: string;
  /** Stryker's name of the mutation, e.g. `StringLiteral`. */
  readonly mutator: string;
  /** The line of code, without indentation: line numbers move. */
  readonly line: string;
  /** What the mutant puts there; all that Stryker can think of where it is left out. */
  readonly replacement?: string;
  readonly why: string;
}

const COMPILER = "The value is never missing; the default is for the compiler.";
const NOT_ASKED_FOR = "Callers ask only for `full` and `different`; this is neither.";
const NO_EVENT = "No event has this id, so no other one is taken for settled.";
const EVICTION = "Bounds the memory of a container; an entry that is missing is read again.";

/** Each survivor that is left, and why it changes nothing that anybody could notice. */
export const REASONS: readonly Reason[] = [
  {
    file: "lib/providers/reading/html-labels.ts",
    mutator: "StringLiteral",
    line: 'found.add(labelKey(cell), below.cells[column] ?? "");',
    why: COMPILER,
  },
  {
    file: "lib/providers/reading/html-labels.ts",
    mutator: "StringLiteral",
    line: 'const isLabel = (cell: string | undefined) => known.has(labelKey(cell ?? ""));',
    why: COMPILER,
  },
  {
    file: "lib/providers/reading/html-pieces.ts",
    mutator: "StringLiteral",
    line: 'const root: Element = { tag: "body", children: [] };',
    why: "Any tag will do that is neither skipped nor a row: nothing else asks for it.",
  },
  {
    file: "lib/providers/reading/amounts.ts",
    mutator: "StringLiteral",
    line: 'const [, before, whole = "", fraction = "", after] = match;',
    replacement: '"Stryker was here!"',
    why: COMPILER,
  },
  {
    file: "lib/providers/reading/dates.ts",
    mutator: "MethodExpression",
    line: "return tidy(text)",
    replacement: "tidy(text).toUpperCase()",
    why: "Both texts change alike, and no date has a letter of which only one case is unlike another.",
  },
  {
    file: "lib/use-cases/verification/settle.ts",
    mutator: "ConditionalExpression",
    line: 'const assume = result.kind === "receipt" ? result.assume : undefined;',
    replacement: "true",
    why: "No other result has an `assume`; the condition is for the compiler.",
  },
  {
    file: "lib/use-cases/verification/plan-settlement.ts",
    mutator: "StringLiteral",
    line: 'isOutOfPatience(result) ? "quietly" : "reported",',
    replacement: '""',
    why: "`planWait` asks only for `reported`; this is neither.",
  },
  {
    file: "lib/use-cases/verification/plan-end.ts",
    mutator: "ConditionalExpression",
    line: ".find(({ attemptId }) => attemptId === attempt.id);",
    replacement: "true",
    why: "`decide` names the end of this attempt before those of the others.",
  },
  {
    file: "lib/use-cases/verification/question.ts",
    mutator: "ConditionalExpression",
    line: "const asked = id === null ? null : await getAttempt(table(), checkout.id, id);",
    replacement: "false",
    why: "No attempt has the id `null`; the condition saves a read.",
  },
  {
    file: "lib/domain/purchase.ts",
    mutator: "ArrayDeclaration",
    line: "const [, accountId, credits] = FORM.exec(text) ?? [];",
    why: "The first element is not read.",
  },
  {
    file: "lib/domain/account-number.ts",
    mutator: "StringLiteral",
    line: 'const pattern = withoutPlus(unmask(plain(shown ?? "")));',
    why: "Another text that is no number is unclear as well.",
  },
  {
    file: "lib/domain/account-number.ts",
    mutator: "OptionalChaining",
    line: 'return { kind: "agrees", visibleTail: /[0-9]*$/.exec(pattern)?.[0].length ?? 0, isAligned };',
    why: COMPILER,
  },
  {
    file: "lib/domain/names.ts",
    mutator: "StringLiteral",
    line: 'return isEnough(one.words) ? "partial" : "different";',
    replacement: '""',
    why: NOT_ASKED_FOR,
  },
  {
    file: "lib/domain/names.ts",
    mutator: "StringLiteral",
    line: 'return haveSameStart(one, other) ? "partial" : "different";',
    replacement: '""',
    why: NOT_ASKED_FOR,
  },
  {
    file: "lib/domain/names.ts",
    mutator: "OptionalChaining",
    line: 'return compareNames(a, b) === "full" && (normalizeName(a)?.words.length ?? 0) >= 2;',
    why: COMPILER,
  },
  {
    file: "lib/domain/names.ts",
    mutator: "StringLiteral",
    line: 'const [x, y] = [one.words[at] ?? "", other.words[at] ?? ""];',
    why: COMPILER,
  },
  {
    file: "lib/domain/names.ts",
    mutator: "StringLiteral",
    line: 'const word = words[at] ?? "";',
    why: COMPILER,
  },
  {
    file: "lib/domain/money.ts",
    mutator: "ConditionalExpression",
    line: 'typeof value === "number" &&',
    replacement: "true",
    why: "`Number.isSafeInteger` is false for whatever is no number.",
  },
  {
    file: "lib/domain/credit-shards.ts",
    mutator: "OptionalChaining",
    line: "if ((shards[shard]?.available ?? 0) > 0) return { shard, draw: null };",
    why: COMPILER,
  },
  {
    file: "lib/domain/credit-shards.ts",
    mutator: "OptionalChaining",
    line: "return { shard, draw: { shard: fullestFirst(shards)[0]?.number ?? 0, credits } };",
    why: COMPILER,
  },
  {
    file: "lib/providers/input/in-turn.ts",
    mutator: "EqualityOperator",
    line: "if (all.length <= most) return all;",
    replacement: "all.length < most",
    why: "With exactly as many, every turn is all of them.",
  },
  {
    file: "lib/providers/input/pasted-text.ts",
    mutator: "StringLiteral",
    line: '(LABEL.test(words[index - 1] ?? "") || /^confirmed$/i.test(words[index + 1] ?? "")),',
    why: "Another text that is neither a label nor `Confirmed` announces nothing as well.",
  },
  {
    file: "lib/providers/institutions.ts",
    mutator: "ConditionalExpression",
    line: "return account !== null && PHONE_OR_SHORT_CODE.test(account) ? wallet : null;",
    replacement: "true",
    why: "The pattern does not match `null`; the condition is for the compiler.",
  },
  {
    file: "lib/providers/institutions.ts",
    mutator: "ConditionalExpression",
    line: "return institution !== null && isWallet(institution);",
    replacement: "true",
    why: "`isWallet` is false for `null`; the condition is for the compiler.",
  },
  {
    file: "lib/providers/cbe/own-account.ts",
    mutator: "ConditionalExpression",
    line: "return account !== null && (/^1000[0-9]{9}$/.test(account) || /^1[0-9]*\\*+[0-9]+$/.test(account));",
    replacement: "true",
    why: "The patterns do not match `null`; the condition is for the compiler.",
  },
  {
    file: "lib/providers/cbe/json.ts",
    mutator: "BlockStatement",
    line: "} catch {",
    why: "Without a detail, as with another one, the token is not known to be wrong.",
  },
  {
    file: "lib/providers/awash/adapter.ts",
    mutator: "StringLiteral",
    line: 'const { reference = "", school } = parts;',
    why: COMPILER,
  },
  {
    file: "lib/providers/awash/adapter.ts",
    mutator: "ConditionalExpression",
    line: 'if (school !== undefined && link !== undefined) return linkLookup("awash", school, link);',
    replacement: "true",
    why: "A part of a link always comes with the link; the condition is for the compiler.",
  },
  {
    file: "lib/providers/awash/adapter.ts",
    mutator: "StringLiteral",
    line: 'return WALLET_RECIPIENT.exec(page.optional("recipient") ?? "")?.[1] ?? null;',
    replacement: '"Stryker was here!"',
    why: "Another text that is no number shows no account as well.",
  },
  {
    file: "lib/providers/awash/token.ts",
    mutator: "StringLiteral",
    line: 'return token.replace(/^-/, "").split("-")[0] ?? "";',
    replacement: '"Stryker was here!"',
    why: COMPILER,
  },
  {
    file: "lib/providers/zemen/adapter.ts",
    mutator: "StringLiteral",
    line: 'export const zemen: Adapter = reviewLinkAdapter(zemenFacts, ({ reference = "" }) =>',
    why: COMPILER,
  },
  {
    file: "lib/store/credit-shards.ts",
    mutator: "ArrayDeclaration",
    line: "const [first = EMPTY_SHARD, ...others] = (Items ?? []).map(shardFrom);",
    why: COMPILER,
  },
  {
    file: "lib/store/credits.ts",
    mutator: "EqualityOperator",
    line: "const isTaking = credits < 0;",
    replacement: "credits <= 0",
    why: "No entry has 0 credits: `decideGrant` and `decideAdjust` refuse it.",
  },
  {
    file: "lib/store/outbox.ts",
    mutator: "EqualityOperator",
    line: "for (let from = 0; from < unique.length; from += PER_TRANSACTION) {",
    replacement: "from <= unique.length",
    why: "Without events nothing is settled.",
  },
  {
    file: "lib/store/outbox.ts",
    mutator: "ArrayDeclaration",
    line: 'commit.refusals.flatMap((refusal) => (refusal.kind === "outbox" ? [refusal.eventId] : [])),',
    why: NO_EVENT,
  },
  {
    file: "lib/store/outbox.ts",
    mutator: "ConditionalExpression",
    line: 'commit.refusals.flatMap((refusal) => (refusal.kind === "outbox" ? [refusal.eventId] : [])),',
    replacement: "true",
    why: NO_EVENT,
  },
  {
    file: "lib/store/transact.ts",
    mutator: "ArrayDeclaration",
    line: "return error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];",
    why: "The other content has no code, so it is no reason.",
  },
  {
    file: "lib/pipeline/authorize/api-key.ts",
    mutator: "ConditionalExpression",
    line: 'if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value ?? "");',
    why: EVICTION,
  },
  {
    file: "lib/pipeline/authorize/api-key.ts",
    mutator: "EqualityOperator",
    line: 'if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value ?? "");',
    why: EVICTION,
  },
  {
    file: "lib/pipeline/authorize/api-key.ts",
    mutator: "LogicalOperator",
    line: 'if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value ?? "");',
    why: EVICTION,
  },
  {
    file: "lib/pipeline/authorize/api-key.ts",
    mutator: "StringLiteral",
    line: 'if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value ?? "");',
    why: EVICTION,
  },
  {
    file: "lib/pipeline/authorize/api-key.ts",
    mutator: "ConditionalExpression",
    line: "if (key.lastUsedAt !== null && at - key.lastUsedAt < TOUCH_EVERY_MS) return;",
    replacement: "true",
    why: "Without a last use, `at - null` is `at`, which is far more than a minute.",
  },
  {
    file: "lib/pipeline/authorize/credential.ts",
    mutator: "StringLiteral",
    line: 'const bearer = header === undefined ? undefined : (BEARER.exec(header)?.[1] ?? "");',
    replacement: '"Stryker was here!"',
    why: "Another text that is neither a key nor a token is refused in the same way.",
  },
  {
    file: "lib/pipeline/authorize/access-token.ts",
    mutator: "ArrayDeclaration",
    line: "let cached: readonly PublishedKey[] = [];",
    why: "The first call reads the keys in any case, because nothing was read before.",
  },
  {
    file: "lib/pipeline/authorize/policy.ts",
    mutator: "StringLiteral",
    line: 'const [api = "", stage = ""] = methodArn.split("/");',
    why: "API Gateway's ARNs always have these parts; the defaults are for the compiler.",
  },
  {
    file: "lib/providers/reading/pdf-labels.ts",
    mutator: "ArrayDeclaration",
    line: "let values: { value: string }[] = [];",
    why: "Values before the first label belong to none.",
  },
  {
    file: "lib/providers/reading/pdf-labels.ts",
    mutator: "ArrayDeclaration",
    line: "if (isHeader(rows[at - 1] ?? [], cells, labels)) return [];",
    why: "A line of labels has two cells or more.",
  },
  {
    file: "lib/providers/reading/pdf-labels.ts",
    mutator: "ArrayDeclaration",
    line: "const below = rows[at + 1] ?? [];",
    why: "A line of labels has two cells or more.",
  },
  {
    file: "lib/providers/reading/pdf-labels.ts",
    mutator: "OptionalChaining",
    line: 'const value = values[index]?.value ?? "";',
    why: COMPILER,
  },
  {
    file: "lib/providers/reading/pdf-labels.ts",
    mutator: "StringLiteral",
    line: 'const value = values[index]?.value ?? "";',
    why: COMPILER,
  },
  {
    file: "lib/providers/reading/pdf-labels.ts",
    mutator: "StringLiteral",
    line: 'const kind = kinds.get(label) ?? "text";',
    why: COMPILER,
  },
  {
    file: "lib/providers/reading/pdf-labels.ts",
    mutator: "StringLiteral",
    line: '...wanted.map((label, at): Token => ({ kind: "pair", label, value: amounts[at] ?? "" })),',
    replacement: '"Stryker was here!"',
    why: COMPILER,
  },
  {
    file: "lib/providers/reading/pdf-safety.ts",
    mutator: "StringLiteral",
    line: 'let between = "";',
    why: "Holds neither an object nor a number.",
  },
  {
    file: "lib/providers/reading/pdf-safety.ts",
    mutator: "EqualityOperator",
    line: "const end = found < 0 ? bytes.length : found;",
    replacement: "found <= 0",
    why: "A stream comes after its word, never at the start.",
  },
  {
    file: "lib/providers/reading/pdf-safety.ts",
    mutator: "EqualityOperator",
    line: "while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;",
    replacement: "at <= bytes.length",
    why: "One byte past the end there is nothing either.",
  },
  {
    file: "lib/providers/reading/pdf-safety.ts",
    mutator: "ObjectLiteral",
    line: 'return inflateSync(stream, { maxOutputLength: MAX_IMAGE_BYTES }).toString("latin1");',
    why: "The sum is checked as well; this one bounds the memory.",
  },
  {
    file: "lib/providers/reading/pdf-safety.ts",
    mutator: "StringLiteral",
    line: 'for (const [, block = ""] of content.matchAll(RANGES)) {',
    why: COMPILER,
  },
  {
    file: "lib/providers/http/read.ts",
    mutator: "BlockStatement",
    line: "} catch {",
    why: "Nothing is at a pointer of `undefined` either.",
  },
  {
    file: "lib/providers/sandbox/adapter.ts",
    mutator: "OptionalChaining",
    line: 'const variant = SHAPE.exec(reference)?.[1]?.toLowerCase() ?? "";',
    why: COMPILER,
  },
  {
    file: "lib/providers/sandbox/adapter.ts",
    mutator: "StringLiteral",
    line: 'const variant = SHAPE.exec(reference)?.[1]?.toLowerCase() ?? "";',
    why: COMPILER,
  },
  {
    file: "lib/providers/reading/pdf-lines.ts",
    mutator: "BooleanLiteral",
    line: "const options = { verbosity: 0, stopAtErrors: true, isEvalSupported: false };",
    replacement: "true",
    why: "Only what draws a page could evaluate code, and nothing is drawn.",
  },
  {
    file: "lib/domain/checkout-search.ts",
    mutator: "StringLiteral",
    line: '[, whole = "", part = ""]: RegExpExecArray,',
    why: COMPILER,
  },
  {
    file: "lib/domain/retry-after.ts",
    mutator: "StringLiteral",
    line: 'const month = MONTHS.indexOf(parts.month ?? "");',
    why: COMPILER,
  },
];
