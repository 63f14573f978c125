/**
 * Another designer's words for the same things, so that a page keeps its shape and loses every
 * label a reader could know. Longer patterns first: they are tried in order.
 */
const NEW_WORDS: readonly (readonly [RegExp, string])[] = [
  [/credit(ed)?\s*party|receiver(['’]s)?|beneficiary|recipient|credit(ed)?/gi, "Destination"],
  [/payer(['’]s)?|sender|source|debit(ed)?/gi, "Origin"],
  [/reference|invoice|receipt|order/gi, "Code"],
  [/transaction|transferred|transfer|payment|settled|paid/gi, "Operation"],
  [/amount/gi, "Sum"],
  [/date(times?)?|time/gi, "When"],
  [/account|telebirr/gi, "Pocket"],
  [/holder|name/gi, "Title"],
  [/status/gi, "State"],
  [/charge|fee|commission|duty/gi, "Cost"],
  [/vat|tax/gi, "Levy"],
  [/total/gi, "Everything"],
  [/currency/gi, "Coin"],
  [/number|phone|\bno\b\.?|\bid\b/gi, "Digits"],
  [/narrative|reason|details?/gi, "Memo"],
];

/** The label after a re-design: no word of the old one that matters is left. */
export function redesignedLabel(label: string): string {
  return NEW_WORDS.reduce((text, [old, word]) => text.replace(old, word), label);
}

export function sameLabel(label: string): string {
  return label;
}
