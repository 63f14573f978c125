import type { EventAnswer } from "../../contract/schemas/event.ts";
import { codeOfLinkId, LINK_METADATA_KEY } from "../../domain/payment-link.ts";
import { table } from "../../pipeline/deps.ts";
import { countLinkVerified } from "../../store/payment-links.ts";

/** Counts a verified checkout at the link that created it, if one did. Safe to repeat. */
export async function countAtLink(accountId: string, { data }: EventAnswer): Promise<void> {
  const { id, metadata } = data.object as { id?: unknown; metadata?: Record<string, unknown> };
  const named = metadata?.[LINK_METADATA_KEY];
  const code = typeof named === "string" ? codeOfLinkId(named) : null;
  if (code === null) return;
  await countLinkVerified(table(), code, accountId, String(id));
}
