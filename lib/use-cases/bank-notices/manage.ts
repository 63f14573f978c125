import { open, seal, withKeyring } from "../../cloud/secret-box.ts";
import {
  type CreateSourceBody,
  MAX_SOURCES_PER_APP,
  type NoticeAnswer,
  type NoticeSourceAnswer,
} from "../../contract/schemas/notice-source.ts";
import { maskName } from "../../domain/account-number.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { instant, instantOrNull } from "../../domain/instant.ts";
import type { NoticeReading, NoticeSource } from "../../domain/notice.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { gatewayUrl } from "../../pipeline/environment.ts";
import { mayRead, type Principal, readable, type UserPrincipal } from "../../pipeline/principal.ts";
import { oneMoreWrite } from "../../store/apps.ts";
import {
  deleteSourceWrites,
  getSourceWithState,
  type SourceWithState,
  sourcesOfAccount,
} from "../../store/notice-sources.ts";
import { transact, type Write } from "../../store/transact.ts";
import { pairedWrite } from "../../store/users.ts";
import { loadApp } from "../apps/app.ts";
import { audit } from "../events/audit.ts";
import { readKeyring } from "../webhooks/keyring.ts";
import { endedSilenceWrite } from "./check-sources.ts";

/** Makes what a phone proves itself with: 192 bits. */
export function generateSourceSecret(): string {
  return `nsec_${Buffer.from(randomBytes(24)).toString("base64url")}`;
}

/** Encrypts a secret at rest, for this source only. */
export async function sealFor(sourceId: string, plain: string): Promise<string> {
  return seal(plain, sourceId, await readKeyring());
}

/** The secrets that a source's messages may carry at `now` (ms), and the key of its balances. */
export async function openSecrets(
  { id, secret, previousSecret, balanceKey }: NoticeSource,
  now: number,
): Promise<{ readonly secrets: readonly string[]; readonly balanceKey: string }> {
  const sealed = [
    ...(secret === null ? [] : [secret]),
    ...(previousSecret !== null && previousSecret.until > now ? [previousSecret.sealed] : []),
  ];
  return withKeyring(
    await readKeyring(),
    () => readKeyring(true),
    (ring) => ({
      secrets: sealed.map((box) => open(box, id, ring)),
      balanceKey: open(balanceKey, id, ring),
    }),
  );
}

/** Reads a source with its state. @throws ServiceError `not_found` */
export async function loadSource(principal: Principal, id: string): Promise<SourceWithState> {
  const found = await getSourceWithState(table(), id);
  const source = readable(principal, found?.source, "notice source");
  return { source, state: (found as SourceWithState).state };
}

/**
 * Prepares a new source of an app, without storing it, and its secret in plain text (null for `paste`).
 *
 * @throws ServiceError `not_found` (app), `invalid_request` (signing key), `conflict` (too many)
 */
export async function prepareSource(
  principal: UserPrincipal,
  body: CreateSourceBody,
  now: number,
): Promise<{
  readonly source: NoticeSource;
  readonly secret: string | null;
  /** Counts it at its app, in its transaction. */
  readonly count: Write;
}> {
  const { accountId } = principal;
  assertKeyFits(body.kind, body.signing_key);
  // In this order: what is made between the two reads counts twice rather than never.
  const { app } = await loadApp(principal, body.app_id);
  const others = await sourcesOfAccount(table(), accountId);
  const room = MAX_SOURCES_PER_APP - others.filter(({ appId }) => appId === body.app_id).length;
  if (room <= 0) {
    throw new ServiceError("conflict", `An app has at most ${MAX_SOURCES_PER_APP} notice sources.`);
  }
  const id = newId("nts_", now, randomBytes(10));
  const secret = body.kind === "paste" ? null : (body.signing_key ?? generateSourceSecret());
  const source: NoticeSource = {
    id,
    accountId,
    appId: body.app_id,
    name: body.name,
    kind: body.kind,
    status: "active",
    secret: secret === null ? null : await sealFor(id, secret),
    previousSecret: null,
    balanceKey: await sealFor(id, Buffer.from(randomBytes(32)).toString("base64url")),
    createdAt: now,
  };
  return { source, secret, count: oneMoreWrite(app, room) };
}

/** Only SMS Gateway for Android makes a key of its own. @throws ServiceError `invalid_request` */
export function assertKeyFits(kind: NoticeSource["kind"], signingKey: string | undefined): void {
  if (signingKey !== undefined && kind !== "sms_gateway") {
    throw invalidField("signing_key", "is for sources of the kind sms_gateway only");
  }
}

/** Ids of the sources whose messages a member sees; null for all. */
export async function visibleSources(
  principal: UserPrincipal,
): Promise<ReadonlySet<string | undefined> | null> {
  if (principal.apps === null) return null;
  const sources = await sourcesOfAccount(table(), principal.accountId);
  return new Set(sources.filter((one) => mayRead(principal, one)).map(({ id }) => id));
}

/** A source at `now` (ms), as the API returns it: without its secret. */
export function presentSource({ source, state }: SourceWithState, now: number): NoticeSourceAnswer {
  const { previousSecret, kind, id } = source;
  return {
    id,
    object: "notice_source",
    app_id: source.appId,
    name: source.name,
    kind,
    status: source.status,
    url: kind === "paste" ? null : `${gatewayUrl()}/notices/${id}/`,
    health: {
      state: state.silent ? "silent" : state.heardAt === null ? "waiting" : "healthy",
      last_heard_at: instantOrNull(state.heardAt),
      last_message: state.last,
    },
    previous_secret_expires_at:
      previousSecret !== null && previousSecret.until > now ? instant(previousSecret.until) : null,
    created_at: instant(source.createdAt),
  };
}

/** The state of a source that nothing was heard of. */
export const UNHEARD: SourceWithState["state"] = {
  heardAt: null,
  last: null,
  balances: {},
  silent: false,
};

/** Deletes a source. With the last one, the account's checkouts stop preparing for notices. */
export async function deleteSource(
  who: UserPrincipal,
  { id, accountId, name }: NoticeSource,
  now: number,
): Promise<void> {
  const others = await sourcesOfAccount(table(), accountId);
  const isLast = others.every((other) => other.id === id);
  const commit = await transact(table(), [
    ...deleteSourceWrites(id),
    ...(isLast ? [pairedWrite(accountId, false)] : []),
    endedSilenceWrite({ accountId, id }),
    audit(who, "notice_source.deleted", id, now, name),
  ]);
  assertCommitted(commit);
}

/** The result of reading a message, for the member who sent it from the dashboard. */
export function presentReading(provider: ProviderId | null, reading: NoticeReading): NoticeAnswer {
  const notice = reading.kind === "payment" ? reading.notice : null;
  const [reversed = null] = reading.kind === "other_money" ? reading.reversed : [];
  return {
    object: "notice",
    result: reversed === null ? reading.kind : "reversal",
    provider,
    amount: notice?.amountMinor ?? null,
    currency: notice?.currency ?? null,
    payer_name: maskName(notice?.payer.name ?? null),
    reference: notice?.reference ?? reversed,
    paid_at: instantOrNull(notice?.paidAt ?? null),
  };
}
