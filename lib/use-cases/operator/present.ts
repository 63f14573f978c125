import type * as z from "zod";
import { SERVICE_VERSION } from "../../contract/brand.ts";
import type {
  bank,
  foundAccount,
  inspectedAccount,
  operations,
} from "../../contract/schemas/operator.ts";
import type { ServiceConfig } from "../../contract/service-config.ts";
import { enabledBanks } from "../../contract/service-config-text.ts";
import { maskNumber } from "../../domain/account-number.ts";
import { healthOf } from "../../domain/breaker.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { logUnreadable } from "../../pipeline/log.ts";
import { presentAudit } from "../accounts/close-account.ts";
import { presentSuspension } from "../accounts/members.ts";
import { type AccountSummary, type InspectedAccount, inspectAccount } from "./accounts.ts";
import type { BankReport } from "./banks.ts";
import type { ServiceReport, SmsTotals } from "./report.ts";

/** A bank for the console. */
export function presentBank(
  { provider, breaker, unreadable }: BankReport,
  config: ServiceConfig,
): z.input<typeof bank> {
  const { off, canary, cause, since, lastCheckedAt } = breaker;
  return {
    provider,
    object: "bank",
    enabled: enabledBanks(config.providers).includes(provider),
    switched_off: off ? { at: instant(off.at), reason: off.note } : null,
    status: healthOf(breaker),
    since: instantOrNull(since),
    last_checked_at: instantOrNull(lastCheckedAt),
    cause,
    canary: canary ? { result: canary.result, at: instant(canary.at) } : null,
    unreadable: unreadable.map(({ at, why, text }) => ({ at: instant(at), why, text })),
  };
}

/** An account that was found. */
export function presentFound({
  account,
  apps,
  owner,
}: AccountSummary): z.input<typeof foundAccount> {
  return {
    id: account.id,
    object: "found_account",
    app_names: apps.map(({ name }) => name),
    owner: owner && {
      id: owner.id,
      name: owner.name ?? owner.telegram?.name ?? null,
      phone: maskNumber(owner.phone),
      telegram_username: owner.telegram?.username ?? null,
    },
    created_at: instant(account.createdAt),
    closed_at: instantOrNull(account.closedAt),
    suspended: presentSuspension(account.suspended),
  };
}

/** An account as it is now. @throws ServiceError `not_found` */
export async function presentAccountNow(
  accountId: string,
  now: number,
): Promise<z.input<typeof inspectedAccount>> {
  return presentInspected(await inspectAccount(table(), accountId, now, logUnreadable));
}

async function presentInspected(
  inspected: InspectedAccount,
): Promise<z.input<typeof inspectedAccount>> {
  const { account, apps, members, balance, shards, ledger, audit } = inspected;
  const presentEntry = await presentAudit(audit);
  return {
    ...presentFound(inspected),
    object: "inspected_account",
    apps: apps.map(({ appId, name }) => ({ app_id: appId, name })),
    pages_behind_since: instantOrNull(account.pagesBehindSince ?? null),
    members: members.length,
    credits: balance,
    limits: {
      balance_shards: shards,
      approval_limit: account.approvalLimit ?? null,
      currency: environment().defaultCurrency,
    },
    ledger: ledger.map(({ id, kind, credits, source, note, createdAt }) => ({
      ...{ id, kind, source, note },
      credits: kind === "capture" ? -credits : credits,
      created_at: instant(createdAt),
    })),
    audit: audit.map(presentEntry),
  };
}

/** What the service says about itself. */
export function presentOperations({
  releases,
  samples,
  sms,
}: ServiceReport): z.input<typeof operations> {
  const { stage, defaultCurrency } = environment();
  return {
    object: "operations",
    version: SERVICE_VERSION,
    stage,
    function_version: process.env.AWS_LAMBDA_FUNCTION_VERSION ?? "$LATEST",
    releases: releases.map(({ state, percent, startedAt, endedAt, alarms, functions }) => ({
      ...{ state, percent, alarms: [...alarms] },
      started_at: instant(startedAt),
      ended_at: instantOrNull(endedAt),
      functions: functions.map((one) => ({
        ...{ name: one.functionId, from: one.from, to: one.to, state: one.state },
      })),
    })),
    samples: samples.map(({ at, accounts, broken, faults }) => ({
      ...{ at: instant(at), accounts, broken },
      faults: faults.map(({ accountId, why }) => ({ account_id: accountId, why })),
    })),
    sms: {
      currency: defaultCurrency,
      today: presentSms(sms.day),
      month: presentSms(sms.month),
      days: sms.days.map(({ day, login, invitation, notice, parts }) => ({
        day,
        messages: login + invitation + notice,
        parts,
      })),
    },
  };
}

function presentSms({ login, invitation, notice, messages, parts, cost }: SmsTotals) {
  return { login, invitation, notice, messages, parts, cost };
}
