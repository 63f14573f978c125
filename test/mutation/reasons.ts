import { COMPILER, type Reason } from "./reason.ts";
import { DOMAIN_REASONS } from "./reasons-of-domain.ts";
import { PROVIDER_REASONS } from "./reasons-of-providers.ts";
import { READING_REASONS } from "./reasons-of-reading.ts";

const PAUSE = "Only the length of a random pause changes, and no test asserts a time.";
const EVICTION = "Bounds the memory of a container; an entry that is missing is read again.";

/** Each survivor that is left, and why it changes nothing that anybody could notice. */
export const REASONS: readonly Reason[] = [
  ...DOMAIN_REASONS,
  ...PROVIDER_REASONS,
  ...READING_REASONS,
  {
    file: "lib/use-cases/verification/plan-result.ts",
    mutator: "CallExpression",
    line: 'if (!release.ok) throw new Error("a movable payment can be released");',
    why: "What is movable can be released. The guard is for whoever changes either rule.",
  },
  {
    file: "lib/use-cases/verification/plan-result.ts",
    mutator: "ConditionalExpression",
    line: 'if (!release.ok) throw new Error("a movable payment can be released");',
    replacement: "false",
    why: "What is movable can be released. The guard is for whoever changes either rule.",
  },
  {
    file: "lib/use-cases/verification/plan-result.ts",
    mutator: "ConditionalExpression",
    line: "return ends.find(({ attemptId }) => attemptId === id)?.outcome;",
    replacement: "true",
    why: "Its own end comes first today; a settlement must not depend on that order.",
  },
  {
    file: "lib/use-cases/verification/read-payment.ts",
    mutator: "StringLiteral",
    line: 'return [...receivers, { institution: provider, account: "unread" }].flatMap((receiver) =>',
    replacement: '""',
    why: "Any text that is no account number serves.",
  },
  {
    file: "lib/use-cases/verification/settle-attempt.ts",
    mutator: "ConditionalExpression",
    line: 'const assume = result.kind === "receipt" ? result.assume : undefined;',
    replacement: "true",
    why: "No other result has an `assume`; the condition is for the compiler.",
  },
  {
    file: "lib/use-cases/verification/submit.ts",
    mutator: "MethodExpression",
    line: "wait = Math.min(LONGEST_PAUSE_MS, wait * 2);",
    why: "Only the length of a pause changes, and no test asserts a time.",
  },
  {
    file: "lib/use-cases/verification/submit.ts",
    mutator: "ConditionalExpression",
    line: "(payerPhone !== null && payerPhone !== before.payerPhone) ||",
    replacement: "true",
    why: "Then the bank's requests are compared, which are the same.",
  },
  {
    file: "lib/use-cases/verification/submit.ts",
    mutator: "ConditionalExpression",
    line: "parts.some(([name, text]) => before.lookup.parts[name] !== text);",
    replacement: "true",
    why: "Then the bank's requests are compared, which are the same.",
  },
  {
    file: "lib/use-cases/verification/resume.ts",
    mutator: "StringLiteral",
    line: 'log("warn", "attempt removed", { checkout_id: checkoutId, attempt_id: id });',
    why: "A line of the log, for people.",
  },
  {
    file: "lib/use-cases/verification/resume.ts",
    mutator: "ObjectLiteral",
    line: 'log("warn", "attempt removed", { checkout_id: checkoutId, attempt_id: id });',
    why: "A line of the log, for people.",
  },
  {
    file: "lib/use-cases/verification/decisions.ts",
    mutator: "StringLiteral",
    line: 'command: { type: "release", attemptId: payment?.attemptId ?? "", moves: false, now },',
    replacement: '"Stryker was here!"',
    why: "No attempt has either id, so the command is refused in both cases.",
  },
  {
    file: "lib/use-cases/verification/decisions.ts",
    mutator: "ArrayDeclaration",
    line: "writes: payment ? releaseWrites(checkout, [payment]) : [],",
    why: "Without the payment the command is refused before anything is written.",
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
    mutator: "ArrayDeclaration",
    line: "const places = pages.flatMap(({ Items = [] }) => Items.map(placeFrom));",
    why: COMPILER,
  },
  {
    file: "lib/store/outbox.ts",
    mutator: "StringLiteral",
    line: 'return [eventWrite(event), { label: "outbox", put: { Item } }];',
    why: "This put has no condition, so no refusal names it.",
  },
  {
    file: "lib/store/outbox.ts",
    mutator: "ArithmeticOperator",
    line: "await pause(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()));",
    why: PAUSE,
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
    line: 'if (cache().size >= MAX_CACHED) cache().delete(cache().keys().next().value ?? "");',
    why: EVICTION,
  },
  {
    file: "lib/pipeline/authorize/api-key.ts",
    mutator: "EqualityOperator",
    line: 'if (cache().size >= MAX_CACHED) cache().delete(cache().keys().next().value ?? "");',
    why: EVICTION,
  },
  {
    file: "lib/pipeline/authorize/api-key.ts",
    mutator: "LogicalOperator",
    line: 'if (cache().size >= MAX_CACHED) cache().delete(cache().keys().next().value ?? "");',
    why: EVICTION,
  },
  {
    file: "lib/pipeline/authorize/api-key.ts",
    mutator: "StringLiteral",
    line: 'if (cache().size >= MAX_CACHED) cache().delete(cache().keys().next().value ?? "");',
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
    file: "lib/pipeline/authorize/access-token.ts",
    mutator: "ArrayDeclaration",
    line: "let cached: readonly PublishedKey[] = [];",
    why: "The first call reads the keys in any case, because nothing was read before.",
  },
  {
    file: "lib/pipeline/authorize/access-token.ts",
    mutator: "StringLiteral",
    line: 'const [api = "", stage = ""] = methodArn.split("/");',
    why: "API Gateway's ARNs always have these parts; the defaults are for the compiler.",
  },
  {
    file: "lib/store/fingerprints.ts",
    mutator: "ArrayDeclaration",
    line: "conditions: [],",
    why: "A condition without a text is an empty one, and those of a bucket's marks are all empty or all replaced.",
  },
  {
    file: "lib/use-cases/verification/read-payment.ts",
    mutator: "StringLiteral",
    line: 'return [...receivers, { institution: provider, account: "unread" }].flatMap((receiver) =>',
    why: "Any other name that is no account's is as good.",
  },
  {
    file: "lib/use-cases/accounts/memberships.ts",
    mutator: "ConditionalExpression",
    line: 'if (session === null) throw notFound("session");',
    replacement: "false",
    why: "The transaction before has just written it; the guard is for the compiler.",
  },
  {
    file: "lib/use-cases/accounts/memberships.ts",
    mutator: "StringLiteral",
    line: 'if (session === null) throw notFound("session");',
    why: "The transaction before has just written it; the guard is for the compiler.",
  },
  {
    file: "lib/use-cases/accounts/memberships.ts",
    mutator: "BooleanLiteral",
    line: "const { data } = await listApps(table(), accountId, { limit: 100, internal: true });",
    why: "It saves sealing the cursor of a next page, which nobody asks for.",
  },
];
