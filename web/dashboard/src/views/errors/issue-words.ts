import type { insight } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { t } from "../../texts/t.ts";

export type IssueGroup = Answer<typeof insight.listErrors>["data"][number];
export type IssueItem = IssueGroup["objects"][number];

const WORDS: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
  delivery_failed: {
    title: t("errors.deliveryFailed"),
    advice: t("errors.deliveryFailedAdvice"),
  },
  endpoint_failing: {
    title: t("errors.endpointFailing"),
    advice: t("errors.endpointFailingAdvice"),
  },
  endpoint_disabled: {
    title: t("errors.endpointDisabled"),
    advice: t("errors.endpointDisabledAdvice"),
  },
  provider_outage: {
    title: t("errors.providerOutage"),
    advice: t("errors.providerOutageAdvice"),
  },
  parked_checkout: {
    title: t("errors.parkedCheckout"),
    advice: t("errors.parkedCheckoutAdvice"),
  },
  unreadable_receipt: {
    title: t("errors.unreadableReceipt"),
    advice: t("errors.unreadableReceiptAdvice"),
  },
  phone_silent: {
    title: t("errors.phoneSilent"),
    advice: t("errors.phoneSilentAdvice"),
  },
  notice_contradicted: {
    title: t("errors.noticeContradicted"),
    advice: t("errors.noticeContradictedAdvice"),
  },
  payment_missing: {
    title: t("errors.paymentMissing"),
    advice: t("errors.paymentMissingAdvice"),
  },
  payment_reversed: {
    title: t("errors.paymentReversed"),
    advice: t("errors.paymentReversedAdvice"),
  },
  receiver_shared: {
    title: t("errors.receiverShared"),
    advice: t("errors.receiverSharedAdvice"),
  },
};

/** Title and advice of a group; those of the service for a kind that this version does not know. */
export function issueWords({ kind, title, advice }: IssueGroup) {
  return WORDS[kind] ?? { title, advice };
}

/** Whether title and advice are in the language of the dashboard. The details of the service are English. */
export function hasWords(kind: string): boolean {
  return kind in WORDS;
}
