import type { Role } from "../../../../../lib/contract/roles.ts";
import { formatMoney, humanize } from "../../format.ts";
import { roleName } from "../../may.ts";
import { t } from "../../texts/t.ts";

const ACTIONS: Readonly<Record<string, string>> = {
  "account.approval_limit_set": t("audit.approvalLimitSet"),
  "account.closed": t("audit.accountClosed"),
  "account.resumed": t("audit.accountResumed"),
  "account.suspended": t("audit.accountSuspended"),
  "api_key.created": t("audit.apiKeyCreated"),
  "api_key.revoked": t("audit.apiKeyRevoked"),
  "api_key.rotated": t("audit.apiKeyRotated"),
  "app.changed": t("audit.appChanged"),
  "app.created": t("audit.appCreated"),
  "app.deleted": t("audit.appDeleted"),
  "app.logo_removed": t("audit.appLogoRemoved"),
  "app.logo_set": t("audit.appLogoSet"),
  "bank.switched_off": t("audit.bankSwitchedOff"),
  "bank.switched_on": t("audit.bankSwitchedOn"),
  "books.exported": t("audit.booksExported"),
  "checkout.approved": t("audit.checkoutApproved"),
  "checkout.canceled": t("audit.checkoutCanceled"),
  "checkout.created": t("audit.checkoutCreated"),
  "checkout.rejected": t("audit.checkoutRejected"),
  "credits.adjusted": t("audit.creditsAdjusted"),
  "credits.granted": t("audit.creditsGranted"),
  "credits.narrowed": t("audit.creditsNarrowed"),
  "credits.ordered": t("audit.creditsOrdered"),
  "credits.widened": t("audit.creditsWidened"),
  "customer.erased": t("audit.customerErased"),
  "dead_letters.replayed": t("audit.deadLettersReplayed"),
  "login.linked": t("audit.loginLinked"),
  "login.unlinked": t("audit.loginUnlinked"),
  "member.changed": t("audit.memberChanged"),
  "member.invitation_withdrawn": t("audit.invitationWithdrawn"),
  "member.invited": t("audit.memberInvited"),
  "member.joined": t("audit.memberJoined"),
  "member.left": t("audit.memberLeft"),
  "member.removed": t("audit.memberRemoved"),
  "notice_source.changed": t("audit.noticeSourceChanged"),
  "notice_source.created": t("audit.noticeSourceCreated"),
  "notice_source.deleted": t("audit.noticeSourceDeleted"),
  "notice_source.secret_rotated": t("audit.noticeSourceRotated"),
  "ownership.accepted": t("audit.ownershipAccepted"),
  "ownership.declined": t("audit.ownershipDeclined"),
  "ownership.offered": t("audit.ownershipOffered"),
  "ownership.withdrawn": t("audit.ownershipWithdrawn"),
  "payment.released": t("audit.paymentReleased"),
  "payments.exported": t("audit.paymentsExported"),
  "payment_link.changed": t("audit.paymentLinkChanged"),
  "payment_link.created": t("audit.paymentLinkCreated"),
  "payment_link.deleted": t("audit.paymentLinkDeleted"),
  "payment_method.created": t("audit.paymentMethodCreated"),
  "payment_method.deleted": t("audit.paymentMethodDeleted"),
  "payment_method.updated": t("audit.paymentMethodUpdated"),
  "session.all_ended": t("audit.sessionAllEnded"),
  "session.ended": t("audit.sessionEnded"),
  "session.started": t("audit.sessionStarted"),
  "statement.compared": t("audit.statementCompared"),
  "statement.exported": t("audit.statementExported"),
  "statement.point_settled": t("audit.statementPointSettled"),
  "webhook.changed": t("audit.webhookChanged"),
  "webhook.created": t("audit.webhookCreated"),
  "webhook.deleted": t("audit.webhookDeleted"),
  "webhook.delivery_retried": t("audit.webhookDeliveryRetried"),
  "webhook.recovered": t("audit.webhookRecovered"),
  "webhook.secret_revealed": t("audit.webhookSecretRevealed"),
  "webhook.secret_rotated": t("audit.webhookSecretRotated"),
};

/** Codes among the notes: ways to sign in, and fields of a payment method. */
const CODES: Readonly<Record<string, string>> = {
  phone: t("account.byPhone"),
  telegram: t("layout.telegram"),
  account_name: t("apps.accountHolder"),
  account_number: t("apps.accountOrPhoneNumber"),
  enabled: t("audit.onOrOff"),
  instructions: t("apps.instructionsForTheCustomer"),
  label: t("apps.label"),
  position: t("audit.position"),
};

/** What an entry of the audit log says; the code in words for an action that this version does not know. */
export function actionWords(action: string): string {
  return ACTIONS[action] ?? humanize(action);
}

/**
 * The note of an entry: its codes in words, a number of credits, an amount, or what a person wrote, such as a reason or a name.
 * An operator's change of credits has both: `-5: double grant`.
 */
export function noteWords(action: string, note: string): string {
  const [, credits, reason] = /^(-?\d+)(?:: (.*))?$/s.exec(note) ?? [];
  if (action.startsWith("credits.") && credits !== undefined) {
    const count = t("audit.credits", { count: Number(credits) });
    return reason === undefined ? count : `${count}: ${reason}`;
  }
  if (action === "account.approval_limit_set") {
    return note === "none" ? t("audit.noLimit") : formatMoney(Number(note), "ETB");
  }
  if (action.startsWith("member.")) {
    const roles = note.split(" → ").map((role) => roleName(role as Role));
    return roles.join(" → ");
  }
  if (!/^(?:session|login|payment_method)\./.test(action)) return note;
  const words = note.split(", ").map((code) => CODES[code] ?? code);
  return words.join(", ");
}
