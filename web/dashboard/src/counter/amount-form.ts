import { checkouts } from "virtual:endpoints";
import { ApiProblem } from "../../../../clients/typescript/src/problem.ts";
import { typedAmount, typedExample } from "../../../../lib/contract/typed-amount.ts";
import { client } from "../client.ts";
import { keep, kept } from "../kept.ts";
import { control, element, field, problemPlace } from "../sign-in/controls.ts";
import { t } from "../texts/t.ts";
import { type Desk, mayPrepare, type Sale } from "./sale-status.ts";
import { allowSound } from "./signals.ts";

const CURRENCY = "ETB";
const APP_KEY = "counter-app";

/**
 * The form that begins a sale: an amount, and the app if there are several. The app is remembered on this device.
 *
 * @param typed the amount to begin with
 * @param onSale called with the new checkout
 * @param onApp called after another app was chosen
 */
export function amountForm(
  signedIn: Promise<Desk>,
  typed: string,
  onSale: (desk: Desk, sale: Sale) => void,
  onApp: (desk: Desk) => void,
) {
  const amount = field("amount", t("checkouts.amountIn", { CURRENCY }), null, {
    inputMode: "decimal",
    autocomplete: "off",
    enterKeyHint: "go",
    placeholder: "0.00",
    value: typed,
    className: "input h-auto! py-3 text-right text-3xl! font-semibold tabular-nums",
  });
  const appPlace = element("div");
  const sell = control(
    t("counter.takePayment"),
    { look: "primary", className: "h-auto! min-h-14 w-full py-2 text-lg whitespace-normal" },
    { type: "submit" },
  );
  const problem = problemPlace();
  let unsettled: { readonly text: string; readonly key: string } | null = null;

  const submit = async (event: Event) => {
    event.preventDefault();
    // Browsers allow sound only after a touch; the payment comes later.
    allowSound();
    problem.clear();
    const minor = typedAmount(amount.input.value, CURRENCY);
    const example = t("checkouts.enterAnAmountSuch", { EXAMPLE: typedExample(CURRENCY) });
    amount.showError(minor === null ? example : null);
    if (minor === null) return;
    sell.setBusy(true);
    try {
      const desk = await signedIn;
      const appId = chosenApp(desk);
      if (appId === undefined) return;
      const body = { app_id: appId, livemode: desk.livemode, amount: minor, currency: CURRENCY };
      const text = JSON.stringify(body);
      // A call whose answer was lost may have acted: the next one is the same.
      if (unsettled?.text !== text) unsettled = { text, key: crypto.randomUUID() };
      const made = await client.call(checkouts.createPaymentLink, {
        body,
        idempotencyKey: unsettled.key,
      } as Parameters<typeof client.call<typeof checkouts.createPaymentLink>>[1]);
      unsettled = null;
      onSale(desk, made);
    } catch (error) {
      problem.show(error, await ofNoAccount(error, signedIn));
    } finally {
      sell.setBusy(false);
    }
  };
  void signedIn.then(
    (desk) => desk.apps.length > 1 && appPlace.append(appField(desk, onApp)),
    () => {},
  );
  const form = { className: "mt-4", noValidate: true, onsubmit: submit };
  const frame = element("form", form, amount.frame, appPlace, sell.button, problem.place);
  return { frame, focus: () => amount.input.focus(), typed: () => amount.input.value };
}

/** The text for an app without a receiving account: nothing that the cashier entered is wrong. */
async function ofNoAccount(error: unknown, signedIn: Promise<Desk>): Promise<string | undefined> {
  const path = error instanceof ApiProblem && error.errors[0]?.path;
  if (path !== "payment_methods") return undefined;
  return t(mayPrepare(await signedIn) ? "counter.addAccount" : "counter.noAccount");
}

function appField(desk: Desk, onApp: (desk: Desk) => void): HTMLElement {
  const chosen = chosenApp(desk);
  const select = element(
    "select",
    {
      id: "app",
      className: "input h-auto! min-h-12 py-2 text-base!",
      onchange: () => {
        inUse = Number(select.value);
        keep(APP_KEY, select.value);
        onApp(desk);
      },
    },
    ...desk.apps.map(({ app_id, name }) =>
      element("option", { value: String(app_id), selected: app_id === chosen }, name),
    ),
  );
  return element(
    "div",
    { className: "mb-4" },
    element("label", { htmlFor: "app", className: "mb-1 block font-medium" }, t("apps.app")),
    select,
  );
}

/** The one that this page shows: another tab may choose another one for the next visit. */
let inUse: number | undefined;

/** The app of the last sale on this device, else the oldest one. */
export function chosenApp({ apps }: Desk): number | undefined {
  inUse ??= Number(kept(APP_KEY));
  return (apps.find(({ app_id }) => app_id === inUse) ?? apps.at(-1))?.app_id;
}
