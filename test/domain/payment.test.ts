import { describe, expect, it } from "vitest";
import {
  approvedPayments,
  hasRoom,
  inDoubt,
  MOST_CLAIMS,
  MOST_PAYMENTS,
  mayCountTwice,
  namedBy,
  paymentsWith,
  shownPayment,
} from "../../lib/domain/payment.ts";
import { doubtful, payment } from "./made-checkout.ts";

const claims = (count: number) => Array.from({ length: count }, (_, index) => `cbe:FT${index}`);

describe("the payments of a checkout", () => {
  it("are the same as another one by any of its claims", () => {
    const held = payment("1", { claims: ["cbe:A", "cbe:B"] });
    expect(paymentsWith([held, payment("2")], ["cbe:B", "cbe:C"])).toEqual([held]);
    expect(paymentsWith([held], ["cbe:C"])).toEqual([]);
  });

  it("are doubtful for their first reason, and name each further one once", () => {
    const once = inDoubt(payment("1"), "paid_late");
    expect(once).toEqual({
      ...payment("1"),
      ...{ state: "doubtful", reason: "paid_late", exceptions: ["paid_late"] },
    });
    const twice = inDoubt(inDoubt(once, "notice_contradicted"), "paid_late");
    expect(twice.reason).toBe("paid_late");
    expect(twice.exceptions).toEqual(["paid_late", "notice_contradicted"]);
  });

  it("have room up to the most payments, and up to the most claims together", () => {
    const few = Array(MOST_PAYMENTS - 1).fill(payment("1"));
    expect(hasRoom(few, ["cbe:A"])).toBe(true);
    expect(hasRoom([...few, payment("1")], ["cbe:A"])).toBe(false);
    const held = [payment("1", { claims: claims(MOST_CLAIMS - 3) }), payment("A")];
    expect(hasRoom(held, ["cbe:X", "cbe:Y"])).toBe(true);
    expect(hasRoom(held, ["cbe:X", "cbe:Y", "cbe:Z"])).toBe(false);
    // Of one transfer.
    expect(hasRoom(held, ["cbe:X", "cbe:Y", "cbe:FTA"])).toBe(true);
  });
});

it("only a receipt shows that a payment may count twice, and that others have its numbers", () => {
  const [held, other] = [payment("1"), payment("2", { claims: ["cbe:X"] })];
  const by = (evidence: "receipt" | "notice") => {
    const read = { attemptId: "1", claims: ["cbe:X"], evidence };
    const names = namedBy([held, other], read).map(({ attemptId }) => attemptId);
    return [mayCountTwice([held, other], held, read), names];
  };
  expect(by("receipt")).toEqual([true, ["1"]]);
  expect(by("notice")).toEqual([false, []]);
});

describe("an approval", () => {
  const duplicate = { reason: "possible_duplicate", exceptions: ["possible_duplicate"] } as const;
  const statesOf = (...payments: Parameters<typeof approvedPayments>[0]) =>
    approvedPayments(payments).map(({ state, reason }) => `${state} ${reason}`);

  it("counts a payment in doubt for another reason, also beside one of the same amount", () => {
    expect(statesOf(doubtful("1"), payment("2"))).toEqual(["counted null", "counted null"]);
  });

  it("counts neither of two possible duplicates of the same amount", () => {
    const stays = "doubtful possible_duplicate";
    expect(statesOf(doubtful("1", duplicate), doubtful("2", duplicate))).toEqual([stays, stays]);
  });

  it("leaves a counted payment as it is, also one that was a possible duplicate", () => {
    const known = payment("1", { exceptions: ["possible_duplicate"] });
    expect(approvedPayments([known, payment("2")])).toEqual([known, payment("2")]);
  });

  it("counts one of two payments that share a number: one that counts already, or has an amount", () => {
    const same = { claims: ["cbe:A"] };
    const unread = doubtful("1", { ...same, amount: null, reason: "manual", exceptions: [] });
    const stays = "doubtful paid_late";
    expect(statesOf(doubtful("1", same), payment("2", same))).toEqual([stays, "counted null"]);
    expect(statesOf(doubtful("1", same), doubtful("2", same))).toEqual(["counted null", stays]);
    expect(statesOf(unread, doubtful("2", same))).toEqual(["doubtful manual", "counted null"]);
    expect(statesOf(unread, { ...unread, attemptId: "3" })).toEqual([
      ...["counted null", "doubtful manual"],
    ]);
  });

  it("takes no two payments for one because nobody has read their amounts", () => {
    const unread = { ...duplicate, amount: null };
    expect(statesOf(doubtful("1", unread), doubtful("2", unread))).toEqual([
      ...["counted null", "counted null"],
    ]);
  });
});

describe("what may be shown of a payment", () => {
  const unconfirmed = { exceptions: ["paid_late", "receiver_unconfirmed"] } as const;

  it("is neither name nor amount, time or account while its receiver is not confirmed", () => {
    const shown = { amount: null, payerName: null, paidAt: null };
    const stranger = doubtful("1", unconfirmed);
    const toUs = { ...stranger, methodId: "pm_1" };
    expect(shownPayment(toUs)).toEqual({ ...stranger, ...shown });
  });

  it("is all of it for another doubt, and once a person has counted it", () => {
    for (const one of [doubtful("1"), payment("1", unconfirmed)])
      expect(shownPayment(one)).toEqual(one);
  });
});
