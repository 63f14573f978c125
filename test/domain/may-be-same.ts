import {
  type ComparedPayment,
  isNear,
  minuteOf,
  quarterDays,
} from "../../lib/domain/fingerprint.ts";

/** Whether two receipts of different providers may show one transfer: the rule that the stored marks have to follow. */
export function mayBeSame(one: ComparedPayment, other: ComparedPayment): boolean {
  const isAlike =
    one.provider !== other.provider &&
    one.institution === other.institution &&
    one.account === other.account &&
    one.amount === other.amount;
  if (!isAlike) return false;
  if (!one.dateOnly && !other.dateOnly) return isNear(minuteOf(one.paidAt), minuteOf(other.paidAt));
  const days = quarterDays(other.paidAt, other.dateOnly);
  return quarterDays(one.paidAt, one.dateOnly).some((day) => days.includes(day));
}
