import { COMPILER, type Reason } from "./reason.ts";

const NOT_ASKED_FOR = "Callers ask only for `full` and `different`; this is neither.";

const KEPT = "It only keeps an answer that is needed again.";
const EMPTY = "Without rows nothing is paired, whatever is due.";
const PAIRED = "The pairs count no more payments and rows of a day than there are.";

/** Of the rules in `lib/domain`. */
export const DOMAIN_REASONS: readonly Reason[] = [
  {
    file: "lib/domain/user.ts",
    mutator: "ConditionalExpression",
    line: "return provenAt !== undefined && provenAt <= now && now - provenAt < SECOND_FACTOR_MS;",
    replacement: "true",
    why: "No comparison with a missing time is true; the condition is for the compiler.",
  },
  {
    file: "lib/domain/instant.ts",
    mutator: "CallExpression",
    line: "closed.set(year, holidays);",
    why: "Only saves time.",
  },
  {
    file: "lib/domain/instant.ts",
    mutator: "ObjectLiteral",
    line: 'const calendar = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {',
    why: "Month and day are numbers by default; the time zone matters only on a computer that is not in UTC.",
  },
  {
    file: "lib/domain/instant.ts",
    mutator: "OptionalChaining",
    line: "const numberOf = (name: string) => Number(date.find(({ type }) => type === name)?.value);",
    why: COMPILER,
  },
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
  {
    file: "lib/domain/books.ts",
    mutator: "EqualityOperator",
    line: "return [...this.#sheets].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sheet]) => sheet);",
    replacement: "a <= b",
    why: "No two keys are equal.",
  },
  {
    file: "lib/domain/statement-points.ts",
    mutator: "StringLiteral",
    line: 'const [checkoutId = "", provider = "", ...reference] = id.split(" ");',
    why: COMPILER,
  },
  {
    file: "lib/domain/statement-points.ts",
    mutator: "OptionalChaining",
    line: "reference: payment?.reference ?? row?.reference ?? null,",
    replacement: "row.reference",
    why: "A point without a row has a payment.",
  },
  {
    file: "lib/domain/checkout-search.ts",
    mutator: "StringLiteral",
    line: 'const own = phoneDigits(customer?.phone ?? "").replaceAll(/\\D/g, "");',
    why: "Another text without digits is no phone number, either.",
  },
  {
    file: "lib/domain/checkout-changes.ts",
    mutator: "StringLiteral",
    line: '...review(state, payment.reason ?? "manual"),',
    why: COMPILER,
  },
  {
    file: "lib/domain/statement-facts.ts",
    mutator: "ArithmeticOperator",
    line: "return Array.from({ length: word.length - length + 1 }, (_, at) => word.slice(at, at + length));",
    replacement: "word.length + length",
    why: "Shorter parts at the end of a word are found by their own length as well.",
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "BooleanLiteral",
    line: "#isReferenced = false;",
    why: "It is set before anything reads it.",
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "ArrayDeclaration",
    line: "return this.#named.get(row) ?? [];",
    why: COMPILER,
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "StringLiteral",
    line: 'const [first = "", last = ""] = [this.#rows[0]?.day, this.#rows.at(-1)?.day];',
    why: EMPTY,
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "ArrayDeclaration",
    line: "const pairs = pairByDay(some, rows.get(amount) ?? [], fits);",
    why: "What has no day fits no payment.",
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "EqualityOperator",
    line: "({ amount, day }) => amount < payment.amount && amount >= least && day >= from && day <= to,",
    replacement: "amount <= payment.amount",
    why: "Rows of the same amount that fit are paired before.",
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "ConditionalExpression",
    line: "if (known !== undefined) return known;",
    replacement: "false",
    why: KEPT,
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "CallExpression",
    line: "this.#windows.set(paid, made);",
    why: KEPT,
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "ArrayDeclaration",
    line: "return (paid.get(paidOn) ?? []).splice(0, count).flatMap((payment, index) => {",
    why: COMPILER,
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "OptionalChaining",
    line: "const row = theirs?.[index];",
    why: COMPILER,
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "ConditionalExpression",
    line: "return row === undefined ? [] : [[payment, row] as const];",
    replacement: "false",
    why: PAIRED,
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "ArrayDeclaration",
    line: "return row === undefined ? [] : [[payment, row] as const];",
    why: PAIRED,
  },
  {
    file: "lib/domain/statement.ts",
    mutator: "ArrayDeclaration",
    line: "const seen = new Set([day]);",
    why: "The day would be looked at once more, and has no free row.",
  },
];
