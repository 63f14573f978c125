import type { FetchResult } from "../../cloud/provider-fetch.ts";
import { maskedText } from "../../domain/masked.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { now, table } from "../../pipeline/deps.ts";
import { errorFields, log } from "../../pipeline/log.ts";
import { once } from "../../pipeline/once.ts";
import { putUnreadablePage } from "../../store/breakers.ts";

/** A container keeps one page of a provider in this time: a changed layout makes every page unreadable. */
const KEEPS_EVERY_MS = 3_600_000;

const keptAt = once(() => new Map<ProviderId, number>());

/** Keeps a page that the adapter could not read, masked, for the operator. Never throws: the lookup goes on without it. */
export async function keepUnreadablePage(
  provider: ProviderId,
  why: string,
  fetched: FetchResult,
): Promise<void> {
  const at = now();
  const before = keptAt().get(provider);
  if (before !== undefined && Math.abs(at - before) < KEEPS_EVERY_MS) return;
  keptAt().set(provider, at);
  try {
    await putUnreadablePage(table(), provider, { at, why, text: maskedPage(fetched) });
  } catch (error) {
    log("warn", "unreadable page not kept", { provider, ...errorFields(error) });
  }
}

/** Null for a PDF and for an answer that is no text. */
function maskedPage(fetched: FetchResult): string | null {
  if (fetched.kind !== "response") return null;
  const type = fetched.headers["content-type"] ?? "";
  if (!/text|json|xml|html|urlencoded/i.test(type)) return null;
  return maskedText(new TextDecoder().decode(fetched.body));
}
