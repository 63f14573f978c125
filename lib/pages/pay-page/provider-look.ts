import type { ProviderId } from "../../domain/provider.ts";
import { FACTS } from "../../providers/facts.ts";
import { type Html, html } from "../html.ts";

/** A round sign with the provider's letters. Decorative: the name stands beside it. */
export function monogram(provider: ProviderId): Html {
  const { letters, color } = FACTS[provider].monogram;
  return html`<svg class="mono" aria-hidden="true" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="${color}"/><text x="12" y="16" text-anchor="middle" fill="#fff" font-size="10.500" font-weight="700">${letters}</text></svg>`;
}

/** The code that opens the provider's menu on a phone, and its `tel:` address; null where none is confirmed. */
export function ussdOf(
  provider: ProviderId,
): { readonly code: string; readonly href: string } | null {
  const { ussd } = FACTS[provider];
  return ussd === undefined ? null : { code: ussd, href: `tel:${ussd.replace("#", "%23")}` };
}
