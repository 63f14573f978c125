import type { Browser } from "playwright-core";
import { OPERATOR_PHONE } from "../../lib/local/seed/seed.ts";
import { putUnreadablePage } from "../../lib/store/breakers.ts";
import { countSms, putSampleResult } from "../../lib/store/operations.ts";
import { askForCode } from "./api.ts";
import { takeSession, type Visit, type VisitOptions, visit } from "./browser.ts";
import type { DashboardStack } from "./dashboard-visits.ts";
import { tableOf } from "./running-stack.ts";

/** Every view of the operator's console, by a name for tests and pictures. */
export const CONSOLE_VIEWS = ["console-banks", "console-operations"] as const;
export type ConsoleView = (typeof CONSOLE_VIEWS)[number];

const DAY_MS = 86_400_000;
const DAYS = 20;

/**
 * Gives every view of the console something to show.
 * @returns the path of each view
 */
export async function fillConsole({
  stack,
  seed,
}: DashboardStack): Promise<Readonly<Record<ConsoleView, string>>> {
  const table = tableOf(stack);
  const now = stack.now();
  for (const hours of [2, 5]) {
    const at = now - hours * 3_600_000;
    const text = "Xxxxx Xxxx\nXxxxxx 9,999.99\nXxxx 99/99/9999 99:99";
    await putUnreadablePage(table, "awash", { at, why: "no label Amount", text });
  }
  await putUnreadablePage(table, "boa", { at: now, why: "not a PDF", text: null });
  for (let back = DAYS; back > 0; back--) {
    const at = now - back * DAY_MS;
    const accounts = 11 + ((back * 5) % 7);
    const isBroken = back === 2;
    const faults = isBroken
      ? [{ accountId: seed.account_id, why: "the balance is not its ledger's sum" }]
      : [];
    if (back < 6) await putSampleResult(table, { at, accounts, broken: faults.length, faults });
    for (let sent = 0; sent < 3 + ((back * 7) % 5); sent++) {
      await countSms(table, sent % 3 === 0 ? "notice" : "login", 1 + (sent % 2), at);
    }
  }
  return {
    "console-banks": "/console",
    "console-operations": "/console/operations",
  };
}

/** A visit of the local stack's operator, who has just given the second factor. */
export async function visitAsOperator(
  browser: Browser,
  { stack }: DashboardStack,
  { language = "en", ...options }: VisitOptions & { readonly language?: "en" | "am" } = {},
): Promise<Visit> {
  const one = await visit(browser, { width: 1280, height: 900, ...options });
  const operator = await takeSession(one.context, stack, OPERATOR_PHONE);
  await one.context.addInitScript(`localStorage.setItem("language", "${language}")`);
  const code = await askForCode(stack, OPERATOR_PHONE);
  const body = { phone: OPERATOR_PHONE, code };
  const { status } = await operator.send("PUT", "session/proof/", { body });
  if (status !== 200) throw new Error(`the second factor was refused: ${status}`);
  return one;
}
