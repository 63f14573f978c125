import { createCheckoutBody } from "../../contract/schemas/checkout.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { StatementPoint } from "../../domain/statement-points.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { manualFacts } from "../../providers/manual/facts.ts";
import { appIsAliveCheck } from "../../store/apps.ts";
import { getCheckout } from "../../store/checkouts.ts";
import { accountIsOpenCheck } from "../../store/users.ts";
import { loadApp } from "../apps/app.ts";
import { cancelCheckout } from "../checkouts/change.ts";
import { createCheckout } from "../checkouts/create.ts";
import { requireDecision } from "../checkouts/member-view.ts";
import { audit } from "../events/audit.ts";
import { approveCheckout } from "../verification/decisions.ts";
import { submitReference } from "../verification/submit.ts";
import { loadStatement, settlePoint } from "./sheets.ts";

/** Shortest life of a checkout, in seconds: it is approved at once. */
const LIFE_SECONDS = 300;
/** Letters and digits of the shortest reference. */
const SHORTEST = 3;

interface Sale {
  readonly statementId: string;
  /** Id of the point with the unknown money. */
  readonly point: string;
  readonly appId: number;
  readonly note: string;
  readonly now: number;
}

/**
 * Makes money that a statement shows, and no checkout, a verified sale: a checkout of its amount, with its reference typed
 * in and approved by the member, for one credit. The reference is claimed at every bank, so it verifies nothing else. Then
 * the point is settled. The rows are what a member says that the bank wrote, so the approval limit holds.
 *
 * @throws ServiceError `not_found`, `forbidden` above the approval limit, `insufficient_credits`, `conflict` if the point is settled or its reference has paid for
 * another checkout
 */
export async function sellFromStatement(principal: UserPrincipal, sale: Sale): Promise<Checkout> {
  const { statementId, appId, note, now } = sale;
  const { statement, details } = await loadStatement(principal, statementId, now);
  const point = details.points.find(({ id, kind }) => id === sale.point && kind === "unknown");
  if (point === undefined || point.booked === null) throw notFound("point");
  if (point.settled !== null) throw new ServiceError("conflict", "This point is already settled.");
  await loadApp(principal, appId);
  const money = { amount: point.booked, currency: statement.currency };
  await requireDecision(principal, money);
  const body = { ...money, expires_in: LIFE_SECONDS };
  const created = await createCheckout({
    ...{ accountId: principal.accountId, appId, mode: "live", now },
    body: createCheckoutBody.parse({ ...body, description: note }),
    alongside: ({ id }) => [
      accountIsOpenCheck(principal.accountId),
      appIsAliveCheck(principal.accountId, appId),
      audit(principal, "checkout.created", id, now),
    ],
  });
  const lookup = {
    provider: "manual",
    reference: referenceOf(point, statementId),
    variant: "manual",
  } as const;
  await submitReference({
    checkout: created,
    lookup: { ...lookup, parts: {}, datedOn: null },
    payerPhone: null,
  });
  const submitted = await getCheckout(table(), created.id);
  if (submitted === null) throw notFound("checkout");
  if (submitted.payments.length === 0) return refuse(submitted, now);
  const sold = await approveCheckout({
    load: async () => (await getCheckout(table(), created.id)) ?? submitted,
    ...{ by: principal.userId, reason: note, sequence: submitted.sequence, now },
    alongside: ({ id }) => [audit(principal, "checkout.approved", id, now, note)],
  });
  await settlePoint(principal, statementId, { point: point.id, note: created.id }, now);
  return sold;
}

/**
 * The words of the row's own reference, joined as on a slip that a customer enters: each word that may be a bank's reference
 * is claimed at that bank. Banks print other words around it, and `-` or `N/A` for none: such a row is named by its line.
 */
function referenceOf({ reference, line }: StatementPoint, statementId: string): string {
  const words =
    (reference ?? "")
      .normalize("NFKC")
      .toUpperCase()
      .match(/[A-Z0-9]+/g) ?? [];
  const slip = words.join("-");
  return words.join("").length >= SHORTEST && manualFacts.reference.shape.test(slip)
    ? slip
    : `${statementId.replace("_", "")}L${line ?? 0}`.toUpperCase();
}

/** Cancels a checkout whose reference was refused, so that it leaves nothing to decide. */
async function refuse(checkout: Checkout, now: number): Promise<never> {
  const load = async () => (await getCheckout(table(), checkout.id)) ?? checkout;
  await cancelCheckout(load, now, () => []);
  throw new ServiceError("conflict", "This reference has paid for another checkout.");
}
