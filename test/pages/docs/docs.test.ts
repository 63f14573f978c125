import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "node-html-parser";
import { describe, expect, it, test, vi } from "vitest";
import { signWebhook } from "../../../lib/cloud/webhook-signature.ts";
import { EVENT_CATALOG } from "../../../lib/contract/event-catalog.ts";
import { ERROR_GUIDE } from "../../../lib/contract/problems.ts";
import { ROUTES } from "../../../lib/contract/routes/table.ts";
import { checkout, createCheckoutBody } from "../../../lib/contract/schemas/checkout.ts";
import { ATTEMPT_OUTCOMES } from "../../../lib/domain/attempt.ts";
import { CHECKOUT_EXCEPTIONS, SHOWN_STATUSES } from "../../../lib/domain/checkout.ts";
import { docsSite } from "../../../lib/pages/docs/render-docs.ts";
import { HMAC_SAMPLE, LIBRARY_SAMPLE, TEST_REFERENCES } from "../../../lib/pages/docs/samples.ts";
import { topics } from "../../../lib/pages/docs/topics.ts";
import { sandbox } from "../../../lib/providers/sandbox/adapter.ts";

const site = docsSite(topics(ROUTES, "https://pay.example"));
const slugs = [...site.keys()];
const blockTextElements = { style: true, script: true };
const pages = new Map(
  slugs.map((slug) => [slug, parse(site.get(slug)?.("n0nce") ?? "", { blockTextElements })]),
);
const idsOf = (slug: string) =>
  (pages.get(slug)?.querySelectorAll("[id]") ?? []).map(({ id }) => id);
const pageWith = (anchor: string) =>
  slugs.find((slug) => pages.get(slug)?.getElementById(anchor) !== null) ?? "";
const sectionOf = (anchor: string) =>
  pages.get(pageWith(anchor))?.getElementById(anchor)?.parentNode;
/** Meaning by name, of the rows of a section. */
const rowsOf = (anchor: string) =>
  Object.fromEntries(
    (sectionOf(anchor)?.querySelectorAll(".rows > div") ?? []).map((row) => [
      row.querySelector("code")?.text,
      row.text.replaceAll(/\s+/g, " "),
    ]),
  );

const FOR_PROGRAMS = /^\/api\/(?:openapi\.json|docs\/[a-z-]+\.md)$|^\/llms(?:-full)?\.txt$/;
function isBroken(from: string, href: string): boolean {
  if (href.startsWith("https:") || FOR_PROGRAMS.test(href)) return false;
  const [, to, anchor] = /^(?:\/api\/docs\/([a-z-]*)\/?)?(?:#(.+))?$/.exec(href) ?? [];
  const target = href.startsWith("#") ? from : (to ?? "none");
  return !pages.has(target) || (anchor !== undefined && !idsOf(target).includes(anchor));
}

describe("the documentation", () => {
  it("has a page for each topic", () => {
    expect(slugs).toEqual(
      expect.arrayContaining(
        "quickstart local webhooks states errors sandbox going-live limits versioning changelog security".split(
          " ",
        ),
      ),
    );
  });

  it("has unique anchors over all pages, and no broken links", () => {
    const ids = slugs.flatMap(idsOf).filter((id) => !/^(search(-index)?|content)$/.test(id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const links = [...pages].flatMap(([slug, page]) =>
      page.querySelectorAll("a").map((link) => [slug, link.getAttribute("href") ?? ""] as const),
    );
    expect(links.length).toBeGreaterThan(300);
    expect(links.filter(([slug, href]) => isBroken(slug, href))).toEqual([]);
  });

  it("says of each list in the server API what it lists", () => {
    const answers =
      pages
        .get("reference")
        ?.querySelectorAll("h4 + p")
        .map(({ text }) => text) ?? [];
    const lists = answers.filter((text) => /list/i.test(text));
    expect(lists).toEqual(["200 list of Checkout", "200 list of Attempt", "200 list of Event"]);
  });

  it("links every page to every other page", () => {
    for (const page of pages.values()) {
      const listed = page.querySelectorAll("nav a").map((link) => link.getAttribute("href"));
      for (const slug of slugs.filter(Boolean)) expect(listed).toContain(`/api/docs/${slug}/`);
    }
  });

  it("indexes every error code, event type and operation for the search on every page", () => {
    const index = JSON.parse(pages.get("")?.getElementById("search-index")?.text ?? "[]") as [
      string,
      string,
    ][];
    const addresses = index.map(([, address]) => address);
    for (const code of Object.keys(ERROR_GUIDE)) {
      expect(addresses).toContain(`/api/docs/errors/#error-${code}`);
    }
    expect(index.some(([title]) => title.includes("checkout.verified"))).toBe(true);
    expect(index.some(([title]) => title.includes("Create a checkout"))).toBe(true);
  });

  it("indexes words of the texts, without code samples", () => {
    const index = JSON.parse(pages.get("")?.getElementById("search-index")?.text ?? "[]") as [
      string,
      string,
      string,
    ][];
    const found = (word: string) =>
      index.filter(([, , words]) => words.split(" ").includes(word)).map(([, address]) => address);
    expect(found("flask")).toContain("/api/docs/webhooks/#raw-body");
    expect(found("timingsafeequal")).toEqual([]);
    expect(index.some(([title]) => title.endsWith("Read the account's credits"))).toBe(true);
  });

  it("uses only styles, scripts and the icon that its content security policy allows", () => {
    for (const page of pages.values()) {
      expect(page.querySelectorAll("[style], img, [onclick]")).toEqual([]);
      const links = page.querySelectorAll("link");
      expect(links.map((link) => link.attributes)).toEqual([
        { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
      ]);
      for (const element of page.querySelectorAll("style, script")) {
        expect(element.getAttribute("nonce")).toBe("n0nce");
      }
    }
  });

  it("renders all of its notation", () => {
    for (const slug of slugs) {
      const markup = site.get(slug)?.("n0nce") ?? "";
      const text = parse(markup.replaceAll(/<(pre|style|script)[\s\S]*?<\/\1>/g, "")).text;
      expect(text, slug).not.toMatch(/`|\*\*|\]\(/);
      expect(text, slug).not.toMatch(/undefined|\[object|stringnull/);
    }
  });

  test.each(ROUTES.filter(({ surface }) => surface === "v1"))(
    "documents $method $path with its error codes and a curl command",
    (route) => {
      const section = sectionOf(`v1-${route.operation}`);
      expect(section?.text).toContain(route.path);
      expect(section?.text).toContain("curl ");
      for (const code of route.errors) {
        const link = section?.querySelector(`a[href="/api/docs/errors/#error-${code}"]`);
        expect(link, code).not.toBeNull();
      }
    },
  );

  it("documents every field that creates a checkout, with bounds, default and meaning", () => {
    const rows = rowsOf("v1-create-checkout");
    expect(Object.keys(rows)).toEqual(
      expect.arrayContaining([...Object.keys(createCheckoutBody.shape), "customer.email"]),
    );
    expect(rows.amount).toMatch(/integer, 1 to 1,000,000,000,000, required.*minor units/);
    expect(rows.expires_in).toMatch(/300 to 604,800 or null, default 1800.*Seconds/);
    expect(rows.late_policy).toMatch(/review, accept or null, default review/);
  });

  it("documents every field of a checkout, including nested fields", () => {
    const rows = rowsOf("object-checkout");
    expect(Object.keys(rows)).toEqual(
      expect.arrayContaining([
        ...Object.keys(checkout.shape),
        "review.reason",
        "payments[].payer_name",
        "payment_methods[].inputs[].pattern",
      ]),
    );
    expect(rows["review.decided_by"]).toContain("string or null");
  });

  test.each([
    ["statuses", SHOWN_STATUSES],
    ["exceptions", CHECKOUT_EXCEPTIONS],
    ["outcomes", ATTEMPT_OUTCOMES],
  ])("gives advice for all %s", (anchor, values) => {
    const rows = rowsOf(anchor);
    expect(Object.keys(rows).toSorted()).toEqual([...values].toSorted());
    for (const row of Object.values(rows)) expect(row).toContain("Do:");
  });

  it("shows the catalog's example of a webhook, and every event type", () => {
    const example = EVENT_CATALOG.find(({ type }) => type === "checkout.verified")?.example;
    const shown = sectionOf("webhooks")?.querySelector("pre")?.text ?? "";
    expect(JSON.parse(shown)).toEqual(example);
    expect(Object.keys(rowsOf("event-types"))).toEqual(EVENT_CATALOG.map(({ type }) => type));
  });

  it("warns that the return page proves nothing, and states how long deliveries are retried", () => {
    expect(sectionOf("return-url")?.text).toMatch(/informational only/);
    expect(sectionOf("webhooks")?.text).toMatch(/8 times over about 6 hours: after 7 s, 20 s/);
  });
});

describe("the code to paste", () => {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const old = `whsec_${randomBytes(32).toString("base64")}`;
  const now = Math.floor(Date.now() / 1000);
  const body = '{"type":"checkout.verified","note":"ሰላም"}';
  const signed = (timestampSeconds: number) => ({
    ...signWebhook({ id: "evt_1", timestampSeconds, body }, [secret, old]),
  });
  type Rule = (body: string, headers: object, secret: string) => boolean;
  const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

  it("verifies our signatures, also during a rotation, and nothing else", async () => {
    const { isGenuine } = (await import(/* @vite-ignore */ moduleOf(HMAC_SAMPLE))) as {
      isGenuine: Rule;
    };
    expect(isGenuine(body, signed(now), secret)).toBe(true);
    expect(isGenuine(body, signed(now), old)).toBe(true);
    expect(isGenuine(`${body} `, signed(now), secret)).toBe(false);
    expect(isGenuine(body, signed(now - 301), secret)).toBe(false);
    expect(isGenuine(body, signed(now), `whsec_${"A".repeat(44)}`)).toBe(false);
    expect(isGenuine(body, { ...signed(now), "webhook-timestamp": "soon" }, secret)).toBe(false);
    expect(isGenuine(body, { "webhook-timestamp": `${now}` }, secret)).toBe(false);
    expect(isGenuine(body, {}, secret)).toBe(false);
  });

  it("runs as a server that accepts signed webhooks and refuses others", async () => {
    const seen: unknown[] = [];
    vi.stubEnv("WEBHOOK_SECRET", secret);
    vi.stubGlobal("remember", (event: unknown) => seen.push(event));
    const code = LIBRARY_SAMPLE.replace(
      "createServer(async",
      "export const server = createServer(async",
    )
      .replace("8080", '0, "127.0.0.1"')
      .replace('"standardwebhooks"', JSON.stringify(import.meta.resolve("standardwebhooks")));
    const { server } = (await import(/* @vite-ignore */ moduleOf(code))) as { server: Server };
    if (!server.listening) await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const post = async (sent: string) =>
      (await fetch(url, { method: "POST", headers: signed(now), body: sent })).status;
    expect(await post(body)).toBe(204);
    expect(await post(`${body} `)).toBe(400);
    expect(seen).toEqual([JSON.parse(body)]);
    server.close();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  it("names exactly the test references that the sandbox supports", () => {
    const variants = Object.keys(TEST_REFERENCES).map((reference) => {
      const [recognized] = sandbox.recognize(`${reference}1042`);
      return recognized?.lookup.variant ?? null;
    });
    expect(variants.toSorted()).toEqual(
      [
        "credits",
        "down",
        "dup",
        "late",
        "none",
        "ok",
        "old",
        "over",
        "part",
        "review",
        "slow",
        "under",
        "wrong",
      ].toSorted(),
    );
  });
});
