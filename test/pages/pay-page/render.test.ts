import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { PAYER_LANGUAGES } from "../../../lib/domain/payer-language.ts";
import { renderReceipt } from "../../../lib/pages/pay-page/receipt.ts";
import { payPageTag, renderPayPage } from "../../../lib/pages/pay-page/render-pay-page.ts";
import {
  type InputProblem,
  type Situation,
  TREATMENTS,
} from "../../../lib/pages/pay-page/situation.ts";
import { en } from "../../../lib/pages/pay-page/texts/en.ts";
import { textsIn } from "../../../lib/pages/pay-page/texts/texts.ts";
import { factsOf } from "../../../lib/pages/pay-page/words.ts";
import { specimenPage } from "../../support/pay-page-gallery.ts";
import {
  checkout,
  METHODS,
  NOW,
  payment,
  prepareSpecimens,
  SITUATIONS,
  STORED_STATES,
  specimen,
  VERIFIED,
} from "../../support/pay-page-specimens.ts";

beforeAll(prepareSpecimens);

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>'\u202e{{7*7}}`;

function rendered(page: Parameters<typeof renderPayPage>[0]) {
  const { body, headers } = renderPayPage(page);
  return { body, headers, document: parse(body) };
}

describe.each(PAYER_LANGUAGES)("the pay page in %s", (language) => {
  it.each(SITUATIONS)("shows %s in that language, with one main heading", (situation) => {
    const { document } = rendered(specimen(situation, { language }));
    expect(document.querySelector("html")?.getAttribute("lang")).toBe(language);
    expect(document.querySelectorAll("h1")).toHaveLength(1);
    // The largest number is the one to pay now.
    const amount = situation === "partly_paid" ? "100.00" : "1,500.00";
    expect(document.querySelector("h1")?.textContent).toContain(amount);
    expect(document.querySelector("main")?.outerHTML).not.toMatch(/undefined|NaN|\[object|null/);
    const said = document.querySelector("#said")?.textContent ?? "";
    if (situation === "waiting") expect(said).toBe("");
    else expect(/[\u1200-\u137f]/.test(said)).toBe(["am", "ti"].includes(language));
  });

  it.each(SITUATIONS)("shows the form only if %s needs input", (situation) => {
    const { document } = rendered(specimen(situation, { language }));
    const { form, methods } = TREATMENTS[situation];
    expect(document.querySelector("form[method=post]") !== null).toBe(form !== "none");
    expect(document.querySelectorAll(".method").length > 0).toBe(methods !== "none");
  });
});

const PAYMENT = payment(90_000);

const APPROVED = {
  reason: "partially_paid",
  decidedBy: "usr_1",
  decidedAt: NOW,
  note: "Enough",
} as const;

describe("escaping", () => {
  const hostile: Partial<Checkout> = {
    merchantName: HOSTILE,
    description: HOSTILE,
    clientReference: HOSTILE,
    returnUrl: `https://shop.example/?q=${HOSTILE}`,
    cancelUrl: "https://shop.example/'\"><script>",
    metadata: { [HOSTILE]: HOSTILE },
    customer: { name: HOSTILE, phone: HOSTILE, email: HOSTILE },
    methods: METHODS.map((method) => ({
      ...method,
      accountName: HOSTILE,
      accountNumber: HOSTILE,
      label: HOSTILE,
      instructions: HOSTILE,
    })),
  };

  it.each(SITUATIONS)("escapes markup in every free-text field, when %s", (situation) => {
    const page = specimen(situation);
    const context = {
      ...page.context,
      reference: HOSTILE,
      attempt: page.context.attempt && {
        ...page.context.attempt,
        lookup: { ...page.context.attempt.lookup, reference: HOSTILE },
      },
    };
    const form = {
      input: `</textarea>${HOSTILE}`,
      payerPhone: HOSTILE,
      methodId: HOSTILE,
      candidates: ["telebirr", "cbe_birr"] as const,
      confirm: HOSTILE,
    };
    const payments = page.checkout.payments.map((payment) => ({
      ...payment,
      reference: HOSTILE,
      payerName: HOSTILE,
    }));
    const { body, document } = rendered({
      ...page,
      checkout: { ...page.checkout, ...hostile, payments },
      context,
      form,
    });
    expect(document.querySelectorAll("script")).toHaveLength(1);
    expect(document.querySelectorAll("img:not(.qr)")).toHaveLength(0);
    expect(body).not.toMatch(/<[^>]*\sonerror=alert\(2\)>/);
    expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(body).not.toContain("\u202e");
  });

  it("links only to https addresses, whatever is stored", () => {
    for (const bad of ["javascript:alert(1)", "http://shop.example/", "data:text/html,x", "//x"]) {
      const page = specimen("verified");
      const { document } = rendered({ ...page, checkout: { ...page.checkout, returnUrl: bad } });
      expect(document.querySelector(".leave")).toBeNull();
    }
  });
});

describe("leaving the page", () => {
  it("adds the checkout and its status to the return address without breaking it", () => {
    const { document } = rendered(specimen("verified"));
    const link = document.querySelector(".leave a")?.getAttribute("href")?.replaceAll("&amp;", "&");
    expect(link).toBe(
      `https://shop.example/thanks?order=17&checkout_id=${VERIFIED.id}&status=verified#top`,
    );
  });

  it("keeps the query of the return address to the letter, which may be signed or in another encoding", () => {
    const page = specimen("verified");
    const query = "to=Abebe%20K&caf%E9&flag&sig=a~b(c)+%2b";
    const returnUrl = `https://shop.example/thanks?status=old&${query}`;
    const { document } = rendered({ ...page, checkout: { ...page.checkout, returnUrl } });
    const link = document.querySelector(".leave a")?.getAttribute("href")?.replaceAll("&amp;", "&");
    expect(link).toBe(
      `https://shop.example/thanks?${query}&checkout_id=${VERIFIED.id}&status=verified`,
    );
  });

  it("links back to the shop by either address once nothing can be paid", () => {
    const link = (situation: Situation, changes: Partial<Checkout>) => {
      const page = specimen(situation);
      const { document } = rendered({ ...page, checkout: { ...page.checkout, ...changes } });
      return document.querySelector(".leave a")?.getAttribute("href") ?? null;
    };
    const cart = "https://shop.example/cart";
    for (const situation of ["canceled", "expired", "closed", "rejected"] as const) {
      expect(link(situation, { returnUrl: null })).toBe(cart);
      expect(link(situation, { cancelUrl: null })).toContain("https://shop.example/thanks");
      expect(link(situation, { returnUrl: null, cancelUrl: "javascript:alert(1)" })).toBeNull();
    }
    expect(link("canceled", {})).toBe(cart);
    expect(link("expired", {})).toContain("status=expired");
  });

  const PROBLEMS = SITUATIONS.filter(
    (one): one is InputProblem => STORED_STATES[one] === null && one !== "exhausted",
  );
  it.each([
    ...(["verified", "review", "checking", "partly_paid", "exhausted"] as const).map(
      (situation) => [situation, specimen(situation)] as const,
    ),
    ...PROBLEMS.map((problem) => [problem, specimen(problem, { problem })] as const),
    ...(["waiting", "expired", "closed"] as const).map((situation) => {
      const page = specimen(situation);
      const tried = { ...page.checkout, attemptsCount: 1 };
      return [`${situation} after an attempt`, { ...page, checkout: tried }] as const;
    }),
  ])("never links to cancel_url when the order was or may be paid: %s", (_, page) => {
    const { body } = rendered({ ...page, checkout: { ...page.checkout, returnUrl: null } });
    expect(body).not.toContain("https://shop.example/cart");
  });

  it("offers to cancel only while nothing is being checked", () => {
    const cancel = en.cancel;
    expect(rendered(specimen("waiting")).body).toContain(cancel);
    expect(rendered(specimen("checking")).body).not.toContain(cancel);
  });
});

describe("headers", () => {
  it("allow only this response's script and style, no framing and no indexing", () => {
    const first = renderPayPage(specimen("waiting"));
    const second = renderPayPage(specimen("waiting"));
    const policy = first.headers["content-security-policy"] ?? "";
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(first.body).toContain(`<script nonce="${nonce}">`);
    expect(second.headers["content-security-policy"]).not.toBe(policy);
    expect(first.headers["x-robots-tag"]).toContain("noindex");
  });
});

describe("without scripts", () => {
  it("reloads while a reference is being checked, ever more slowly, and otherwise never", () => {
    const refresh = (seconds: number) => {
      const page = specimen("checking", { now: NOW + seconds * 1000 });
      return Number(/http-equiv="refresh" content="(\d+);/.exec(rendered(page).body)?.[1]);
    };
    expect([refresh(-20), refresh(40), refresh(4000)]).toEqual([3, 15, 30]);
    for (const situation of SITUATIONS) {
      const asks = TREATMENTS[situation].polls === "soon" || situation === "exhausted";
      expect(rendered(specimen(situation)).body.includes("http-equiv")).toBe(asks);
    }
  });
});

describe("the tag of a page", () => {
  it("changes with the content, not with time", () => {
    const page = specimen("checking");
    expect(payPageTag({ ...page, now: NOW + 5000 })).toBe(payPageTag(page));
    const tags = [
      page,
      specimen("bank_silent"),
      specimen("checking", { language: "am" }),
      { ...page, checkout: { ...page.checkout, version: 9 } },
    ].map(payPageTag);
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe("test mode", () => {
  it("shows a banner and references that only this checkout uses", () => {
    const page = specimen("waiting", { checkout: checkout({ livemode: false }) });
    const { body, document } = rendered(page);
    expect(document.querySelector("aside.test")?.textContent).toContain("Test mode");
    expect(body).toContain(`TESTOK${page.checkout.id.slice(-6).toUpperCase()}`);
    expect(rendered(specimen("waiting")).body).not.toContain("TESTOK");
  });
});

describe("a first visit", () => {
  it("says whom to pay and how much, and that the number is entered after paying", () => {
    const { document } = rendered(specimen("waiting"));
    const said = (selector: string) =>
      document.querySelector(selector)?.textContent.replaceAll(/\s+/g, " ");
    expect(said("h1")).toBe("Pay Selam Coffee ETB 1,500.00");
    expect(said(".panel > .muted")).toBe(
      "After paying, come back to this page and enter the transaction number, for example DEK1AB2CD3.",
    );
  });
});

describe("the amount received", () => {
  const page = (changes: Partial<Checkout>) =>
    rendered(specimen("verified", { checkout: { ...VERIFIED, ...changes } }));
  const text = (changes: Partial<Checkout>) =>
    page(changes).document.querySelector("main")?.textContent.replaceAll("\u00a0", " ") ?? "";

  it("is shown once when it equals the amount asked for", () => {
    expect(text({})).toContain("Paid ETB 1,500.00 to Selam Coffee");
    expect(page({}).document.querySelector(".receipt .facts")?.textContent).not.toContain("1,500");
  });

  it("is shown beside the amount asked for when they differ", () => {
    const over = text({ amountReceived: 160_000 });
    expect(over).toContain("Paid ETB 1,600.00 to Selam Coffee");
    expect(over).toMatch(/To pay\s*ETB 1,500\.00\s*Received\s*ETB 1,600\.00/);
    const short = text({ amountReceived: 90_000, review: APPROVED });
    expect(short).toContain("Selam Coffee has confirmed your payment.");
    expect(short).toMatch(/To pay\s*ETB 1,500\.00\s*Received\s*ETB 900\.00/);
  });

  it("is left out when only the merchant confirmed the payment", () => {
    const unseen = text({ amountReceived: 0, review: APPROVED });
    expect(unseen).toContain("Selam Coffee has confirmed your payment.");
    expect(unseen).not.toContain(en.received);
    const inAmharic = specimen("verified", {
      language: "am",
      checkout: { ...VERIFIED, amountReceived: 0, review: APPROVED },
    });
    expect(rendered(inAmharic).document.querySelector(".paid p")?.textContent).toBe(
      "Selam Coffee ክፍያዎን አረጋግጧል።",
    );
  });
});

describe("a payment that only the bank's message shows", () => {
  it.each(PAYER_LANGUAGES)("is not called confirmed by the bank, in %s", async (language) => {
    const said = async (name: string) =>
      parse((await specimenPage(`/${name}/${language}/`)).body).querySelector(".paid p")
        ?.textContent;
    const texts = textsIn(language).situations.verified;
    const facts = factsOf(VERIFIED, specimen("verified").context, language, {
      ...{ accounts: false, choices: false },
    });
    expect(await said("verified")).toBe(texts({ ...facts, confirmedBy: "bank" }).text);
    const byNotice = texts({ ...facts, confirmedBy: "notice" }).text;
    expect(byNotice).not.toBe(texts({ ...facts, confirmedBy: "bank" }).text);
    expect(await said("verified-notice")).toBe(byNotice);
  });
});

describe("the receipt page", () => {
  const text = async (name: string) =>
    parse((await specimenPage(`/${name}/en/`)).body)
      .querySelector("main")
      ?.textContent.replaceAll("\u00a0", " ") ?? "";

  it("names the bank only when the bank confirmed the payment", async () => {
    expect(await text("receipt")).toContain("The bank has confirmed the payment");
    expect(await text("receipt")).toMatch(/Amount\s*ETB 1,500\.00/);
    for (const name of ["receipt-short", "receipt-unseen"]) {
      expect(await text(name)).toContain("Selam Coffee confirmed this payment, not the bank");
    }
  });

  it.each(PAYER_LANGUAGES)(
    "says in %s when only the bank's message has confirmed the payment",
    async (language) => {
      const said = async (name: string) =>
        parse((await specimenPage(`/${name}/${language}/`)).body).querySelector("#said + p")
          ?.textContent;
      expect(await said("receipt-notice")).toBe(
        textsIn(language).genuineByNotice(VERIFIED.merchantName),
      );
      expect(await said("receipt-parts")).toBe(
        textsIn(language).genuineText(VERIFIED.merchantName),
      );
    },
  );

  it("says so if the message proves one of several payments, and never for a person", () => {
    const paid = { provider: "telebirr", amount: 75_000, paid_at: null } as const;
    const said = (confirmed_by: "bank" | "merchant") =>
      renderReceipt(
        {
          ...{ object: "receipt", genuine: true, merchant_name: "Selam Coffee", currency: "ETB" },
          ...{ amount: 150_000, amount_received: 150_000, confirmed_by, livemode: true },
          payments: [
            { ...paid, evidence: "receipt" },
            { ...paid, evidence: "notice" },
          ],
          verified_at: new Date(NOW).toISOString(),
        },
        "7K3M-9QWX-0ABC-D5EF",
        "en",
      ).body;
    expect(said("bank")).toContain("has not confirmed it yet");
    expect(said("merchant")).toContain("Selam Coffee confirmed this payment, not the bank");
    expect(said("merchant")).not.toContain("has not confirmed it yet");
  });

  it("leaves out an unconfirmed amount", async () => {
    expect(await text("receipt-short")).toMatch(/To pay\s*ETB 1,500\.00\s*Received\s*ETB 900\.00/);
    expect(await text("receipt-unseen")).toMatch(/To pay\s*ETB 1,500\.00/);
    expect(await text("receipt-unseen")).not.toMatch(/Received|Amount/);
  });
});

describe("a part that has arrived", () => {
  it("is compared with the amount asked for and the missing amount", () => {
    const text = rendered(specimen("partly_paid")).document.querySelector(".notice")?.textContent;
    expect(text?.replaceAll("\u00a0", " ")).toMatch(/1,500\.00.*1,400\.00.*100\.00/s);
  });

  it("is not called missing while the shop checks a payment that may be the rest", async () => {
    const checked = (await specimenPage("/review-doubtful/en/")).body;
    expect(checked).toContain(en.beingChecked);
    expect(checked).not.toContain(en.missing);
    const page = specimen("review");
    const rest = { ...PAYMENT, state: "doubtful", reason: "paid_late" } as const;
    const review = { ...APPROVED, decidedBy: null, decidedAt: null, note: null };
    const late = { ...page.checkout, payments: [PAYMENT, rest], amountReceived: 90_000, review };
    const said = rendered({ ...page, checkout: late }).document.querySelector(".notice");
    expect(said?.textContent).not.toMatch(/missing/i);
    const partOnly = { ...late, payments: [PAYMENT] };
    const asked = rendered({ ...page, checkout: partOnly }).document.querySelector(".notice");
    expect(asked?.textContent).toMatch(/600\.00 is missing/);
  });

  it("is hidden when the money went to another account", () => {
    const page = specimen("receiver_mismatch");
    expect(page.context.attempt?.found).toBeNull();
    expect(rendered(page).document.querySelector(".notice .facts")).toBeNull();
  });

  it("is never shown beside the accounts to pay to", () => {
    for (const situation of ["checking", "review", "verified"] as const) {
      expect(rendered(specimen(situation)).body).not.toContain("1000123456789");
    }
  });
});
