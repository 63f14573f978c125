import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "node-html-parser";
import { describe, expect, it, test, vi } from "vitest";
import { signWebhook } from "../../lib/cloud/webhook-signature.ts";
import { ERROR_GUIDE } from "../../lib/contract/error-guide.ts";
import { EVENT_CATALOGUE } from "../../lib/contract/event-catalogue.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { checkout, createCheckoutBody } from "../../lib/contract/schemas/checkout.ts";
import { ATTEMPT_OUTCOMES } from "../../lib/domain/attempt.ts";
import { CHECKOUT_EXCEPTIONS, SHOWN_STATUSES } from "../../lib/domain/checkout.ts";
import { sandbox } from "../../lib/providers/sandbox.ts";
import { renderDocs } from "../../lib/runtime/docs/render-docs.ts";
import { HMAC_SAMPLE, LIBRARY_SAMPLE } from "../../lib/runtime/docs/samples.ts";
import { TEST_REFERENCES } from "../../lib/runtime/docs/test-references.ts";

const markup = renderDocs(ROUTES, "https://pay.example", "n0nce");
const page = parse(markup, { blockTextElements: { style: true } });
const ids = page.querySelectorAll("[id]").map(({ id }) => id);
const sectionOf = (anchor: string) => page.getElementById(anchor)?.parentNode;
/** Meaning by name, of the rows of a section. */
const rowsOf = (anchor: string) =>
  Object.fromEntries(
    (sectionOf(anchor)?.querySelectorAll(".rows > div") ?? []).map((row) => [
      row.querySelector("code")?.text,
      row.text.replaceAll(/\s+/g, " "),
    ]),
  );

describe("the documentation page", () => {
  it("has every anchor once, and no link into the void", () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const links = page.querySelectorAll("a").map((link) => link.getAttribute("href") ?? "");
    const inside = links.filter((href) => href.startsWith("#")).map((href) => href.slice(1));
    expect(inside.length).toBeGreaterThan(100);
    expect(inside.filter((anchor) => !ids.includes(anchor))).toEqual([]);
  });

  it("leads from its contents to every section", () => {
    const listed = page.querySelectorAll("nav a").map((link) => link.getAttribute("href"));
    const headings = page.querySelectorAll("h2").map(({ id }) => `#${id}`);
    expect(headings.length).toBeGreaterThan(10);
    expect(headings.filter((anchor) => !listed.includes(anchor))).toEqual([]);
  });

  it("is where the type of each problem leads to", () => {
    for (const code of Object.keys(ERROR_GUIDE)) expect(ids).toContain(`error-${code}`);
  });

  it("needs no script and no style of an element's own, which its policy forbids", () => {
    expect(page.querySelectorAll("script, [style], link, img")).toEqual([]);
    expect(page.querySelector("style")?.getAttribute("nonce")).toBe("n0nce");
  });

  it("leaves no marks of its own notation", () => {
    const text = parse(markup.replaceAll(/<(pre|style)[\s\S]*?<\/\1>/g, "")).text;
    expect(text).not.toMatch(/`|\*\*|\]\(/);
    expect(text).not.toMatch(/undefined|\[object|stringnull/);
  });

  test.each(ROUTES.filter(({ surface }) => surface === "v1"))(
    "tells $method $path with the codes it can answer",
    (route) => {
      const section = sectionOf(`v1-${route.operation}`);
      expect(section?.text).toContain(route.path);
      for (const code of route.errors) {
        expect(section?.querySelector(`a[href="#error-${code}"]`), code).not.toBeNull();
      }
    },
  );

  it("tells every field that creates a checkout, with bounds, default and meaning", () => {
    const rows = rowsOf("v1-create-checkout");
    expect(Object.keys(rows)).toEqual(
      expect.arrayContaining([...Object.keys(createCheckoutBody.shape), "customer.email"]),
    );
    expect(rows.amount).toMatch(/integer, 1 to 1,000,000,000,000, required.*minor units/);
    expect(rows.expires_in).toMatch(/300 to 604,800, default 1800.*Seconds/);
    expect(rows.late_policy).toMatch(/review, accept, default review/);
  });

  it("tells every field of a checkout, those inside of others too", () => {
    const rows = rowsOf("object-checkout");
    expect(Object.keys(rows)).toEqual(
      expect.arrayContaining([
        ...Object.keys(checkout.shape),
        "review.reason",
        "payment.payer_name",
        "payment_methods[].inputs[].pattern",
      ]),
    );
    expect(rows["review.decided_by"]).toContain("string or null");
  });

  test.each([
    ["statuses", SHOWN_STATUSES],
    ["exceptions", CHECKOUT_EXCEPTIONS],
    ["outcomes", ATTEMPT_OUTCOMES],
  ])("says of all %s what to do", (anchor, values) => {
    const rows = rowsOf(anchor);
    expect(Object.keys(rows).toSorted()).toEqual([...values].toSorted());
    for (const row of Object.values(rows)) expect(row).toContain("Do:");
  });

  it("shows a webhook as the catalogue has it, and every event type", () => {
    const example = EVENT_CATALOGUE.find(({ type }) => type === "checkout.verified")?.example;
    const shown = sectionOf("webhooks")?.querySelector("pre")?.text ?? "";
    expect(JSON.parse(shown)).toEqual(example);
    expect(Object.keys(rowsOf("event-types"))).toEqual(EVENT_CATALOGUE.map(({ type }) => type));
  });

  it("says that the return address proves nothing, and how long deliveries are tried", () => {
    expect(sectionOf("return-url")?.text).toMatch(/informational only/);
    expect(sectionOf("webhooks")?.text).toMatch(/8 times over about 6 hours: after 7 s, 20 s/);
  });
});

describe("what is there to paste", () => {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const old = `whsec_${randomBytes(32).toString("base64")}`;
  const now = Math.floor(Date.now() / 1000);
  const body = '{"type":"checkout.verified","note":"ሰላም"}';
  const signed = (timestampSeconds: number) => ({
    ...signWebhook({ id: "evt_1", timestampSeconds, body }, [secret, old]),
  });
  type Rule = (body: string, headers: object, secret: string) => boolean;
  const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

  it("verifies our own signatures, after a rotation too, and nothing else", async () => {
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

  it("runs as a server that takes what we signed, and refuses the rest", async () => {
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

  it("has only test references that the sandbox knows, and all of them", () => {
    const variants = Object.keys(TEST_REFERENCES).map((reference) => {
      const recognised = sandbox.recognise(`${reference}1042`);
      return recognised && "lookup" in recognised ? recognised.lookup.variant : null;
    });
    expect(variants.toSorted()).toEqual(
      ["down", "none", "ok", "old", "over", "slow", "under", "wrong"].toSorted(),
    );
  });
});
