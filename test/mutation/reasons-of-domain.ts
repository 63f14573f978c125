import { COMPILER, type Reason } from "./reason.ts";

const NOT_ASKED_FOR = "Callers ask only for `full` and `different`; this is neither.";

/** Of the rules in `lib/domain`. */
export const DOMAIN_REASONS: readonly Reason[] = [
  {
    file: "lib/domain/notice-fit.ts",
    mutator: "ConditionalExpression",
    line: 'one.kind === "same" || (one.kind === "agrees" && one.visibleTail >= MIN_VISIBLE_TAIL);',
    replacement: "true",
    why: "Only a number that agrees has visible digits; the condition is for the compiler.",
  },
  {
    file: "lib/domain/payment-link.ts",
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
    file: "lib/domain/ledger.ts",
    mutator: "OptionalChaining",
    line: "if ((shards[shard]?.available ?? 0) > 0) return { shard, draw: null };",
    why: COMPILER,
  },
  {
    file: "lib/domain/ledger.ts",
    mutator: "OptionalChaining",
    line: "return { shard, draw: { shard: fullestFirst(shards)[0]?.number ?? 0, credits } };",
    why: COMPILER,
  },
  {
    file: "lib/domain/checkout-search.ts",
    mutator: "StringLiteral",
    line: '[, whole = "", part = ""]: RegExpExecArray,',
    why: COMPILER,
  },
  {
    file: "lib/domain/webhook-outcome.ts",
    mutator: "StringLiteral",
    line: 'const month = MONTHS.indexOf(parts.month ?? "");',
    why: COMPILER,
  },
];
