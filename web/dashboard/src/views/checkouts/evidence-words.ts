import { humanize } from "../../format.ts";
import { t } from "../../texts/t.ts";

const REASONS: Readonly<Record<string, string>> = {
  claimed_before: t("evidence.claimedBefore"),
  never_claimed: t("evidence.neverClaimed"),
  completed: t("evidence.completed"),
  pending: t("evidence.pending"),
  failed: t("evidence.failed"),
  reversed: t("evidence.reversed"),
  unknown: t("evidence.unknown"),
  equal: t("evidence.equal"),
  differs: t("evidence.differs"),
  more_than_asked: t("evidence.moreThanAsked"),
  less_than_asked: t("evidence.lessThanAsked"),
  full_number_equal: t("evidence.fullNumberEqual"),
  visible_digits_and_name_equal: t("evidence.visibleDigitsAndNameEqual"),
  name_differs: t("evidence.nameDiffers"),
  too_few_digits_visible: t("evidence.tooFewDigitsVisible"),
  number_missing_or_unclear: t("evidence.numberMissingOrUnclear"),
  institution_unknown: t("evidence.institutionUnknown"),
  no_account_to_compare: t("evidence.noAccountToCompare"),
  institution_differs: t("evidence.institutionDiffers"),
  number_differs: t("evidence.numberDiffers"),
  paid_while_open: t("evidence.paidWhileOpen"),
  paid_after_expiry: t("evidence.paidAfterExpiry"),
  only_the_day_of_creation_known: t("evidence.onlyTheDayOfCreationKnown"),
  only_the_day_of_expiry_known: t("evidence.onlyTheDayOfExpiryKnown"),
  paid_before_the_checkout: t("evidence.paidBeforeTheCheckout"),
  paid_in_the_future: t("evidence.paidInTheFuture"),
};

/** Why a field of a receipt fits or not, and a receipt's status; the code in words for an unknown one. */
export function evidenceWords(code: string): string {
  return REASONS[code] ?? humanize(code);
}
