import type { Browser } from "playwright-core";
import { SendMessageCommand, SQSClient } from "../../lib/cloud/aws-services.ts";
import { PAYMENT_PATH } from "../../lib/contract/functions.ts";
import type { ReleaseState } from "../../lib/domain/release.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { OPERATOR_PHONE } from "../../lib/local/seed/seed.ts";
import { putUnreadablePage } from "../../lib/store/breakers.ts";
import { countSms, putRelease, putSampleResult } from "../../lib/store/operations.ts";
import { askForCode } from "./api.ts";
import { takeSession, type Visit, type VisitOptions, visit } from "./browser.ts";
import type { DashboardStack } from "./dashboard-visits.ts";
import { tableOf } from "./running-stack.ts";

/** Every view of the operator's console, by a name for tests and pictures. */
export const CONSOLE_VIEWS = [
  "console-banks",
  "console-accounts",
  "console-account",
  "console-letters",
  "console-queue",
  "console-operations",
] as const;
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
  await fillReleases(stack);
  const letter = { version: 1, kind: "abandon", account_id: seed.account_id };
  for (const endpoint_id of ["whk_1", "whk_2"]) {
    await buryLetter(stack, "recovery-dead", { ...letter, endpoint_id });
  }
  return {
    "console-banks": "/console",
    "console-accounts": "/console/accounts?search=selam",
    "console-account": `/console/accounts/${seed.account_id}`,
    "console-letters": "/console/dead-letters",
    "console-queue": "/console/dead-letters/recovery-dead",
    "console-operations": "/console/operations",
  };
}

/** One that succeeded, one that an alarm withdrew, and one that is in progress. */
async function fillReleases(stack: LocalStack): Promise<void> {
  const now = stack.now();
  const ago = { succeeded: 3 * DAY_MS, withdrawn: DAY_MS, running: 120_000 };
  for (const [state, before] of Object.entries(ago)) {
    const startedAt = now - before;
    for (const [index, functionId] of [...PAYMENT_PATH].entries()) {
      const isCause = state === "withdrawn" && functionId === "v1-create-checkout";
      await putRelease(tableOf(stack), {
        ...{ id: `d-${state}${index}`, functionId, from: "41", to: "42", percent: 10, startedAt },
        state: state as ReleaseState,
        alarms: isCause ? ["checkout-dev-release-v1-create-checkout-errors"] : [],
        endedAt: state === "running" ? null : startedAt + 330_000,
      });
    }
  }
}

/** Plays a step of a release at the local stack's CodeDeploy, and waits until the service has recorded it. */
export async function playRelease(
  stack: LocalStack,
  step: object,
): Promise<readonly { readonly id: string }[]> {
  const answer = await fetch(`${stack.url}/_local/releases/`, {
    method: "POST",
    body: JSON.stringify(step),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await stack.idle();
  return ((await answer.json()) as { deployments: { readonly id: string }[] }).deployments;
}

/** Puts a message into a dead-letter queue, as if it had failed too often. */
export async function buryLetter(stack: LocalStack, queue: string, body: object): Promise<void> {
  const found = stack.deployment.queues.find(({ name }) => name.endsWith(`-${queue}`));
  if (found === undefined) throw new Error(`there is no queue ${queue}`);
  const client = new SQSClient(stack.aws);
  const MessageBody = JSON.stringify(body);
  await client.send(new SendMessageCommand({ QueueUrl: found.url, MessageBody }));
  client.destroy();
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
