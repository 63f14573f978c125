import { checkouts, gateway } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { client } from "../client.ts";
import { control, element, field, problemPlace } from "../sign-in/controls.ts";
import { type TextKey, t } from "../texts/t.ts";
import { allowSound } from "./signals.ts";

type Outcome = Answer<typeof gateway.verifyPublicCheckout>["outcome"];

/** What became of a number that was handed in. While the bank is asked, the sale's state says so. */
const OUTCOMES: Readonly<Record<Outcome, TextKey | null>> = {
  pending: null,
  matched: "dataCheckouts.paymentFound",
  counted: "dataCheckouts.partOfTheAmount",
  not_found: "dataCheckouts.theBankDoesNot2",
  not_completed: "dataCheckouts.thePaymentIsNot",
  receiver_mismatch: "dataCheckouts.paidToADifferent",
  currency_mismatch: "dataCheckouts.paidInAnotherCurrency",
  already_used: "dataCheckouts.referenceAlreadyUsed",
  too_old: "dataCheckouts.paidBeforeTheCheckout",
  unreadable: "dataCheckouts.receiptCouldNotBe",
  provider_unavailable: "dataCheckouts.theBankDoesNot",
  insufficient_credits: "dataCheckouts.foundButYouHave",
  superseded: "dataCheckouts.anotherPaymentMatchedFirst",
};

/**
 * For customers who have paid and have no internet: the cashier enters the transaction number, as the customer would on
 * the pay page.
 *
 * @param onHandedIn the bank has answered, or is still asked
 * @returns the form, and what shows the outcome of a number once the bank has answered late
 */
export function referenceForm(
  checkoutId: string,
  token: string,
  onHandedIn: (isPending: boolean) => Promise<void>,
): { readonly frame: HTMLElement; readonly showLateOutcome: () => Promise<void> } {
  const number = field("reference", t("counter.transactionNumber"), t("counter.fromTheMessage"), {
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: false,
    className: "input h-auto! min-h-12 py-2 text-base!",
  });
  const send = control(
    t("counter.check"),
    { className: "h-auto! min-h-12 w-full py-2 whitespace-normal" },
    { type: "submit" },
  );
  const problem = problemPlace();
  const said = element("p", { role: "status", className: "mt-2" });
  const say = (outcome: Outcome) => {
    const text = OUTCOMES[outcome];
    said.textContent = text ? t(text) : "";
  };
  const showOutcome = (outcome: Outcome, input: string) => {
    say(outcome);
    // The number of the rest follows, or the cashier is typing it.
    if (outcome === "counted" && number.input.value.trim() === input) number.input.value = "";
  };
  /** The attempt that the bank had not answered, and its number. */
  let pending: { readonly id: string; readonly input: string } | null = null;
  const showLateOutcome = async () => {
    const asked = pending;
    if (asked === null) return;
    const params = { id: checkoutId };
    // Without it, the next look at the sale asks again.
    const answer = await client.call(checkouts.readCheckout, { params }).catch(() => null);
    const attempt = answer?.attempts.find((one) => one.id === asked.id);
    // A look that began before the number was handed in shows a sale that does not wait for it.
    if (attempt === undefined || attempt.outcome === "pending" || pending !== asked) return;
    pending = null;
    showOutcome(attempt.outcome, asked.input);
    said.scrollIntoView({ block: "nearest" });
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    allowSound();
    const input = number.input.value.trim();
    if (input === "") return number.input.focus();
    problem.clear();
    said.textContent = "";
    send.setBusy(true);
    try {
      const { outcome, attempt } = await client.call(gateway.verifyPublicCheckout, {
        params: { token },
        body: { input },
      });
      showOutcome(outcome, input);
      pending = outcome === "pending" ? { id: attempt.id, input } : null;
      await onHandedIn(outcome === "pending");
    } catch (error) {
      problem.show(error);
    } finally {
      send.setBusy(false);
    }
  };
  const frame = element(
    "form",
    { className: "mt-5 border-t border-line pt-4", noValidate: true, onsubmit: submit },
    number.frame,
    send.button,
    said,
    problem.place,
  );
  return { frame, showLateOutcome };
}
