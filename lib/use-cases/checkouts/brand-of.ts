import type { Brand } from "../../domain/checkout-terms.ts";
import type { App } from "../../store/apps.ts";

/** The brand to store with a checkout; empty for a shop without logo and color, to save storage. */
export function brandOf({ appId, logo, color }: App): { readonly brand?: Brand } {
  if (!logo && !color) return {};
  return { brand: { logo: logo ? `${appId}-${logo}` : null, color: color ?? null } };
}
