import type { Checkout } from "../../lib/domain/checkout.ts";
import type { PaymentLink } from "../../lib/domain/payment-link.ts";
import { renderCard } from "../../lib/pages/pay-page/card-page.ts";
import { type RenderedPage, renderErrorPage } from "../../lib/pages/pay-page/document.ts";
import { renderLinkPage } from "../../lib/pages/pay-page/link-page.ts";
import { renderReceipt } from "../../lib/pages/pay-page/receipt.ts";
import { renderPayPage } from "../../lib/pages/pay-page/render-pay-page.ts";
import type { Situation } from "../../lib/pages/pay-page/situation.ts";
import type { Language } from "../../lib/pages/pay-page/texts/shape.ts";
import { loadTexts, textsIn } from "../../lib/pages/pay-page/texts/texts.ts";
import {
  checkout,
  METHODS,
  NOW,
  pairedSpecimen,
  payment,
  specimen,
  VERIFIED,
} from "./pay-page-specimens.ts";

/**
 * The page at `/{name}/{language}/[test/]`, where the name is a situation, one of `PARTS`, `verified-short`, `verified-late`, `branded`,
 * `long`, `switched-off[-only]`, `paired`, `receipt[-short|-unseen|-parts|-notice]`, `link[-open|-closed|-unfinished]`, `card` or `unknown`, or `ongoing-` and a situation that a refused
 * input does not change.
 */
export async function specimenPage(path: string): Promise<RenderedPage> {
  const [, name = "", language = "en", mode] = path.split("/");
  await loadTexts(language as Language);
  const [, ongoing] = /^ongoing-(.+)$/.exec(name) ?? [];
  return ongoing === undefined
    ? plainPage(path, name, language as Language, mode !== "test")
    : renderPayPage({
        ...specimen("not_a_reference", { language: language as Language }),
        checkout: specimen(ongoing as Situation).checkout,
        ongoing: specimen(ongoing as Situation, { language: language as Language }),
      });
}

function receiptPage(name: string, language: Language, livemode: boolean): RenderedPage {
  const manual = name === "receipt-short" || name === "receipt-unseen";
  const receipt = {
    object: "receipt",
    genuine: true,
    merchant_name: VERIFIED.merchantName,
    amount: VERIFIED.amount,
    amount_received: name === "receipt-unseen" ? 0 : manual ? 90_000 : VERIFIED.amount,
    currency: VERIFIED.currency,
    confirmed_by: manual ? "merchant" : "bank",
    verified_at: new Date(NOW).toISOString(),
    livemode,
  } as const;
  const noticed = [payment(VERIFIED.amount, { evidence: "notice" })];
  const parts = name === "receipt-parts" ? ALL_PARTS : name === "receipt-notice" ? noticed : [];
  const payments = parts.map(({ provider, amount, evidence }) => ({
    ...{ provider, amount, evidence, paid_at: new Date(NOW).toISOString() },
  }));
  return renderReceipt({ ...receipt, payments }, VERIFIED.receiptCode ?? "", language);
}

function plainPage(
  path: string,
  name: string,
  language: Language,
  livemode: boolean,
): RenderedPage | Promise<RenderedPage> {
  if (name.startsWith("receipt")) return receiptPage(name, language, livemode);
  if (name.startsWith("link") || name === "card") return linkPage(name, language, livemode);
  if (name === "paired") return renderPayPage(pairedSpecimen(language));
  const changes = WAITING_VARIANTS[name];
  if (changes !== undefined) {
    const page = specimen("waiting", { language });
    return renderPayPage({ ...page, checkout: { ...page.checkout, ...changes } });
  }
  if (name.startsWith("switched-off")) {
    const first = METHODS.slice(0, name === "switched-off-only" ? 1 : undefined);
    return renderPayPage({
      ...specimen("waiting", { language }),
      checkout: checkout({ methods: first }),
      switchedOff: METHODS.slice(0, 1).map(({ provider }) => provider),
    });
  }
  if (name === "verified-late") {
    return renderPayPage({ ...specimen("verified", { language }), hasLateNumber: true });
  }
  const stored = PARTS[name];
  if (stored !== undefined) {
    const page = specimen(stored.situation, { language });
    return renderPayPage({ ...page, checkout: { ...page.checkout, ...stored.checkout } });
  }
  if (name === "unknown") {
    const message = textsIn(language).unknownCheckout;
    return renderErrorPage({ message, path, requestId: null, language });
  }
  const isShort = name === "verified-short";
  const page = specimen(isShort ? "verified" : (name as Situation), { language });
  const short = isShort
    ? {
        amountReceived: 90_000,
        review: {
          ...REVIEW,
          reason: "partially_paid",
          decidedBy: "usr_1",
          decidedAt: NOW,
        } as const,
      }
    : {};
  return renderPayPage({ ...page, checkout: { ...page.checkout, ...short, livemode } });
}

/** Names at their limits, with and without places to break. */
const LONG = {
  merchantName:
    "Selam Coffee Roasters, Bakery, Catering and Event Services Private Limited Company",
  description: `Order ${"1234567890".repeat(8)}`,
  methods: METHODS.map((method) => ({
    ...method,
    accountName: "Selamawit-Weldemariam-Gebremedhin-Hailemichael-Tekleberhan",
    label: "The account of our second branch behind the old post office in Hawassa",
  })),
};

const WAITING_VARIANTS: Readonly<Record<string, Partial<Checkout>>> = {
  branded: { brand: { logo: null, color: "#7a1fa2" } },
  long: LONG,
};

const SECOND_PART = { provider: "cbe", reference: "FT26324K7B9X" } as const;
const TWO_PARTS = [payment(90_000), payment(50_000, SECOND_PART)];
const ALL_PARTS = [payment(90_000), payment(60_000, SECOND_PART)];
const REVIEW = { decidedBy: null, decidedAt: null, note: null } as const;

/** Checkouts that are paid in parts. */
const PARTS: Readonly<
  Record<string, { readonly situation: Situation; readonly checkout: Partial<Checkout> }>
> = {
  "partly_paid-twice": {
    situation: "partly_paid",
    checkout: { payments: TWO_PARTS, amountReceived: 140_000 },
  },
  "review-late": {
    situation: "review",
    checkout: {
      payments: TWO_PARTS,
      amountReceived: 140_000,
      review: { ...REVIEW, reason: "partially_paid" },
    },
  },
  "review-doubtful": {
    situation: "review",
    checkout: {
      payments: [
        payment(90_000),
        payment(0, { ...SECOND_PART, amount: null, state: "doubtful", reason: "unreadable" }),
      ],
      amountReceived: 90_000,
      review: { ...REVIEW, reason: "unreadable" },
    },
  },
  "verified-parts": {
    situation: "verified",
    checkout: { payments: ALL_PARTS },
  },
  "verified-notice": {
    situation: "verified",
    checkout: { payments: [payment(150_000, { evidence: "notice" })] },
  },
};

export const APP = {
  appId: 1001,
  accountId: "acc_1",
  name: "Selam Coffee",
  createdAt: NOW,
  deletedAt: null,
};

export const OPEN_LINK: PaymentLink = {
  code: "7k3m9qwx0abc",
  accountId: "acc_1",
  appId: APP.appId,
  livemode: true,
  amount: null,
  currency: "ETB",
  description: "Coffee tasting, one person",
  active: true,
  checkoutsCount: 0,
  verifiedCount: 0,
  createdAt: NOW,
};

function linkPage(
  name: string,
  language: Language,
  livemode: boolean,
): RenderedPage | Promise<RenderedPage> {
  const amount = name === "link-open" ? null : 25_000;
  const link = { ...OPEN_LINK, livemode, amount, active: name !== "link-closed" };
  if (name === "card") return renderCard(link, APP, language);
  const problem = name === "link-open" ? "amount" : null;
  const unfinished = name === "link-unfinished" ? checkout({ amount: 25_000 }) : null;
  return renderLinkPage({ link, app: APP, unfinished, problem, typed: "1.500,00", language });
}
