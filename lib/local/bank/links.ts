import { FACTS } from "../../providers/facts.ts";
import { fillTemplate, type Parts } from "../../providers/input/links.ts";
import { accountSuffix, walletNumber } from "./account-text.ts";
import { BANK_PROVIDERS, type BankProvider, type BankTransfer } from "./transfer.ts";

/** The hosts that customers see in their messages. `cbe_pdf` is the older receipt host of CBE. */
export type LinkBases = Readonly<Record<BankProvider | "cbe_pdf", string>>;

/** Places of CBE's links in its facts. Every other provider's customers hold the first one. */
const CBE_LINKS = { json: 0, pdf: 1, branch: 3 } as const;

export const PUBLIC_LINK_BASES: LinkBases = {
  ...(Object.fromEntries(
    BANK_PROVIDERS.map((id) => [id, originOf(FACTS[id].links[0] ?? "https://other-bank.example/")]),
  ) as Record<BankProvider, string>),
  cbe_pdf: originOf(FACTS.cbe.links[CBE_LINKS.pdf] ?? ""),
};

/** The link a payer finds in their bank's message; digits in it are the payer's own. */
export function customerLink(transfer: BankTransfer, bases: LinkBases): string {
  const { provider, reference, payer, linkForm } = transfer;
  if (provider === "http") return `${bases.http}/transactions/${reference}`;
  const owner = transfer.suffixOf === "receiver" ? transfer.receiver : payer;
  const parts: Parts = {
    reference: provider === "wegagen" ? (transfer.token ?? reference) : reference,
    branch: reference,
    token: transfer.token ?? "",
    suffix: accountSuffix(owner.account, provider === "boa" ? 5 : 8),
    // The message to the receiver spells their phone as people do.
    phone:
      transfer.smsSide === "credit" ? nationalNumber(owner.account) : walletNumber(owner.account),
  };
  const { links } = FACTS[provider];
  const place = provider === "cbe" ? CBE_LINKS[linkForm] : 0;
  return filled(links[place], parts, place === 0 ? bases[provider] : bases.cbe_pdf);
}

function filled(template: string | undefined, parts: Parts, base: string): string {
  const link = fillTemplate(template ?? "", parts);
  return base + link.slice(originOf(link).length);
}

function originOf(link: string): string {
  return /^https:\/\/[^/]+/.exec(link)?.[0] ?? "";
}

function nationalNumber(account: string): string {
  return walletNumber(account).replace(/^251/, "0");
}
