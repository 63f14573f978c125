import { afterEach, describe, expect, it, vi } from "vitest";
import { bookEntriesQuery } from "../../../lib/contract/schemas/books.ts";
import type { BookEntry, BookedPayment } from "../../../lib/domain/books.ts";
import { idFloor } from "../../../lib/domain/ids.ts";
import type { EventRow } from "../../../lib/store/events.ts";
import { packText } from "../../../lib/store/shape.ts";
import {
  type EntryRange,
  entryOf,
  eventsIn,
  partHeaders,
  presentEntry,
} from "../../../lib/use-cases/books/entries.ts";

afterEach(() => vi.restoreAllMocks());

const AT = Date.parse("2026-11-20T10:00:00Z");
const EVENT = idFloor("evt_", AT);
const paid = (change: object = {}) => ({
  ...{ provider: "telebirr", reference: "R1", payment_method: null, amount: 1_000 },
  ...{ payer_name: "A***", paid_at: "2026-11-20T09:00:00Z", state: "counted", ...change },
});
const METHOD = { id: "pm_1", provider: "telebirr", account_number: "0911000001" };
const checkout = (change: object = {}) => ({
  ...{ id: "co_1", amount: 1_000, currency: "ETB", client_reference: "A-7", review: null },
  ...{ payment_methods: [METHOD], payments: [paid()], ...change },
});
const REVIEW = { decided_by: "usr_1", note: "Seen" };
function row(type: string, object: object, item: object = {}): EventRow {
  const body = packText(JSON.stringify({ livemode: true, app_id: 7, data: { object } }));
  return { id: EVENT, type: `checkout.${type}`, item: { body, ...item } };
}
const ENTRY: BookEntry = {
  ...{ id: EVENT, kind: "verified", at: AT, livemode: true, appId: 7, checkoutId: "co_1" },
  ...{ amount: 1_000, currency: "ETB", order: "A-7", member: null, note: null },
  payments: [
    {
      ...{ provider: "telebirr", reference: "R1", accountProvider: "telebirr" },
      ...{ accountNumber: "0911000001", payerName: "A***", amount: 1_000 },
      paidAt: Date.parse("2026-11-20T09:00:00Z"),
    },
  ],
};

describe("an entry of the books", () => {
  it.each<[string, EventRow, object | null]>([
    ["a verified checkout", row("verified", checkout()), ENTRY],
    [
      "one that a person approved",
      row("verified", checkout({ review: REVIEW })),
      { ...ENTRY, kind: "approved", member: "usr_1", note: "Seen" },
    ],
    [
      "one that verified after a review without a decision",
      row("verified", checkout({ review: { decided_by: null, note: "Late" } })),
      ENTRY,
    ],
    [
      "a rejected one",
      row("rejected", checkout({ review: REVIEW })),
      { ...ENTRY, kind: "rejected", member: "usr_1", note: "Seen" },
    ],
    [
      "a rejected one without a review",
      row("rejected", checkout()),
      { ...ENTRY, kind: "rejected" },
    ],
    [
      "a canceled one, by nobody's decision",
      row("canceled", checkout({ review: REVIEW })),
      { ...ENTRY, kind: "released" },
    ],
    ["a canceled one without payments", row("canceled", checkout({ payments: [] })), null],
    ["another event", row("expired", checkout()), null],
    ["a part of the payment", row("partially_paid", checkout()), null],
    ["a review", row("review", checkout()), null],
    ["a triggered event", row("verified", checkout(), { triggered: true }), null],
  ])("is made, or not, of %s", (_, event, entry) => {
    expect(entryOf(event)).toEqual(entry);
  });

  const amounts = (event: EventRow) => entryOf(event)?.payments.map(({ amount }) => amount);
  it.each<[string, object, object, readonly number[] | undefined]>([
    [
      "only what counts",
      {},
      { payments: [paid(), paid({ state: "doubtful", amount: 9 })] },
      [1_000],
    ],
    [
      "the rest for one of unknown amount",
      {},
      { payments: [paid({ amount: 400 }), paid({ amount: null })] },
      [400, 600],
    ],
    [
      "the rest once",
      {},
      { payments: [paid({ amount: null }), paid({ amount: null }), paid({ amount: 1 })] },
      [999, 0, 1],
    ],
    [
      "nothing below zero",
      {},
      { payments: [paid({ amount: 1_200 }), paid({ amount: null })] },
      [1_200, 0],
    ],
  ])("of a verified checkout has %s", (_, __, change, expected) => {
    expect(amounts(row("verified", checkout(change)))).toEqual(expected);
  });

  it("of a rejected checkout has its doubtful payments, too, and guesses no amount", () => {
    const payments = [paid({ state: "doubtful" }), paid({ amount: null })];
    expect(amounts(row("rejected", checkout({ payments })))).toEqual([1_000, 0]);
  });

  it.each<[string, object, object, Partial<BookedPayment>]>([
    [
      "the confirmed one",
      { payment_method: "pm_2" },
      [METHOD, { ...METHOD, id: "pm_2", provider: "cbe", account_number: "10" }],
      { accountProvider: "cbe", accountNumber: "10" },
    ],
    [
      "the only one of its bank",
      {},
      [METHOD, { ...METHOD, id: "pm_2", provider: "cbe" }],
      { accountNumber: "0911000001" },
    ],
    [
      "none of two of its bank",
      {},
      [METHOD, { ...METHOD, id: "pm_2" }],
      { accountProvider: "telebirr", accountNumber: null },
    ],
    [
      "none of its bank",
      {},
      [{ ...METHOD, provider: "cbe" }],
      { accountProvider: "telebirr", accountNumber: null },
    ],
    [
      "that of manual payments, where a customer entered it",
      { provider: "manual", paid_at: null },
      [{ ...METHOD, provider: "manual" }],
      { accountProvider: "manual", accountNumber: "0911000001" },
    ],
    [
      "none, where it is a row of an account that its app does not have",
      { provider: "manual" },
      [{ ...METHOD, provider: "manual" }],
      { accountProvider: "manual", accountNumber: null },
    ],
  ])("names as its account %s", (_, change, payment_methods, expected) => {
    const event = row("verified", checkout({ payment_methods, payments: [paid(change)] }));
    expect(entryOf(event)?.payments).toMatchObject([expected]);
  });

  it("keeps a payment without a time, and one from before payments named their account", () => {
    const { payment_method: _, ...old } = paid({ paid_at: null });
    const event = row("verified", checkout({ payments: [old] }));
    expect(entryOf(event)?.payments).toMatchObject([{ paidAt: null, accountNumber: "0911000001" }]);
  });

  it("of a canceled checkout has what the event before it shows, of this one alone", () => {
    const held = new Map();
    const before = [paid(), paid({ reference: "R2" })];
    expect(entryOf(row("review", checkout({ payments: before })), held)).toBeNull();
    const references = (event: EventRow) =>
      entryOf(event, held)?.payments.map(({ reference }) => reference);
    const none = { payments: [] };
    expect(references(row("canceled", checkout({ ...none, id: "co_2" })))).toBeUndefined();
    expect(references(row("rejected", checkout(none)))).toBeUndefined();
    expect(references(row("canceled", checkout(none)))).toEqual(["R1", "R2"]);
    const left = checkout({ payments: [paid({ reference: "R2" })] });
    const released = row("payment_released", { ...paid(), checkout: left });
    expect(entryOf(released, held)).toEqual({ ...ENTRY, kind: "released" });
    expect(references(row("canceled", checkout(none)))).toEqual(["R2"]);
  });

  it("is left out where its event can't be read, which is logged", () => {
    const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    for (const type of ["verified", "payment_released"])
      expect(entryOf(row(type, { ...checkout(), payments: "none" }))).toBeNull();
    const [line] = output.mock.calls.map(([text]) => JSON.parse(String(text)));
    expect(line).toMatchObject({ level: "error", event_id: EVENT });
    expect(output).toHaveBeenCalledTimes(2);
  });

  it("is shown with its Ethiopian day and the name of its member", () => {
    const by = (member: string | null) => ({ ...ENTRY, member });
    const names = new Map([
      ["usr_1", "Almaz"],
      ["", "Nobody"],
    ]);
    expect(presentEntry(by("usr_1"), names)).toEqual({
      ...{ object: "book_entry", kind: "verified", day: "2026-11-20", ethiopian_day: "2019-03-11" },
      ...{ at: "2026-11-20T10:00:00.000Z", checkout_id: "co_1", app_id: 7, amount: 1_000 },
      ...{ currency: "ETB", client_reference: "A-7", member: "usr_1" },
      ...{ member_name: "Almaz", note: null },
      payments: [
        {
          ...{ provider: "telebirr", reference: "R1", account_number: "0911000001" },
          ...{ payer_name: "A***", amount: 1_000, paid_at: "2026-11-20T09:00:00.000Z" },
        },
      ],
    });
    expect(presentEntry(by("usr_2"), names).member_name).toBeNull();
  });
});

describe("a list of entries", () => {
  it("are those of the events of each app on these days, in Addis Ababa", () => {
    const range: EntryRange = {
      ...{ accountId: "acc_1", mode: "live" as const, from: "2026-11-20", to: "2026-11-21" },
      apps: [
        { appId: 7, isSpread: false },
        { appId: 8, isSpread: false },
      ],
    };
    expect(eventsIn(range)).toEqual({
      partitions: ["EVP#acc_1#7#live", "EVP#acc_1#8#live"],
      from: idFloor("evt_", Date.parse("2026-11-19T21:00:00Z")),
      to: idFloor("evt_", Date.parse("2026-11-21T21:00:00Z")),
    });
  });

  it("names the file of a part, and its next one by the same filters", () => {
    const filters = bookEntriesQuery.parse({
      ...{ from: "2026-11-20", to: "2026-11-21", kind: "rejected" },
      ...{ provider: "cbe", format: "csv", limit: "5" },
    });
    const headers = (cursor: string | undefined, next: string | null) =>
      partHeaders({ ...filters, account_number: undefined, cursor }, next, "https://pay.example");
    const file = (name: string) => ({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
    });
    expect(headers(undefined, null)).toEqual(file("books"));
    expect(headers("c1", null)).toEqual(file("books-part"));
    const { link, ...others } = headers(undefined, "c2");
    expect(others).toEqual(file("books-part"));
    const [, address = ""] = /^<(.*)>; rel="next"$/.exec(link ?? "") ?? [];
    const { origin, pathname, searchParams } = new URL(address);
    expect(origin + pathname).toBe("https://pay.example/api/platform/books/entries/");
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{
        from: "2026-11-20",
        to: "2026-11-21",
        livemode: "true",
        kind: "rejected",
        provider: "cbe",
      },
      ...{ format: "csv", cursor: "c2" },
    });
  });
});
