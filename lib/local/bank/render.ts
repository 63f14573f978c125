import type { BankAnswer } from "./answer.ts";
import { layoutOf, variantName } from "./layout-table.ts";
import { redesignedLabel, sameLabel } from "./relabel.ts";
import type { BankTransfer } from "./transfer.ts";

/**
 * The receipt of a transfer as its provider would answer it, in the named variant (its own by
 * default). A pending, failed or reversed transfer has no receipt where the provider's page has no
 * line for a status: it is answered as not found. `redesigned` keeps the page and renames every
 * label. Throws `UnknownVariant`.
 */
export async function renderReceipt(
  transfer: BankTransfer,
  variant: string | number = transfer.variant,
  redesigned = false,
): Promise<BankAnswer> {
  const layout = layoutOf(transfer.provider);
  const name = variantName(transfer.provider, variant);
  const { showsStatus } = layout;
  const isStated = typeof showsStatus === "function" ? showsStatus(name) : showsStatus;
  if (transfer.status !== "completed" && !isStated) return layout.notFound(name);
  return layout.render({
    transfer,
    variant: name,
    relabel: redesigned ? redesignedLabel : sameLabel,
  });
}
