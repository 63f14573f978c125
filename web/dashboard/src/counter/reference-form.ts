import { gateway } from "virtual:endpoints";
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
 */
export function referenceForm(token: string, onHandedIn: () => Promise<void>): HTMLElement {
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
  const submit = async (event: Event) => {
    event.preventDefault();
    allowSound();
    const input = number.input.value.trim();
    if (input === "") return number.input.focus();
    problem.clear();
    said.textContent = "";
    send.setBusy(true);
    try {
      const { outcome } = await client.call(gateway.verifyPublicCheckout, {
        params: { token },
        body: { input },
      });
      const text = OUTCOMES[outcome];
      said.textContent = text ? t(text) : "";
      // The number of the rest follows.
      if (outcome === "counted") number.input.value = "";
      await onHandedIn();
    } catch (error) {
      problem.show(error);
    } finally {
      send.setBusy(false);
    }
  };
  return element(
    "form",
    { className: "mt-5 border-t border-line pt-4", noValidate: true, onsubmit: submit },
    number.frame,
    send.button,
    said,
    problem.place,
  );
}
