import { describe, expect, test } from "vitest";
import { FACTS } from "../../lib/providers/facts.ts";
import { BROWSER_HEADERS, resolveHost } from "../../lib/providers/reach.ts";
import { ADAPTERS, createAdapters } from "../../lib/providers/registry.ts";
import { lookupIn } from "./fixtures/answers.ts";

const { cbe, cbe_birr: cbeBirr } = ADAPTERS;

describe("a provider's host", () => {
  test("is the adapter's own unless configured; the narrower setting wins", () => {
    const all = { PROVIDER_CBE_BASE_URL: "http://127.0.0.1:9/cbe/" };
    const one = { ...all, PROVIDER_CBE_PDF_BASE_URL: "https://pdf.example" };
    expect(resolveHost(cbe, "links")).toBe("https://mb.cbe.com.et");
    expect(resolveHost(cbe, "links", all)).toBe("http://127.0.0.1:9/cbe");
    expect(resolveHost(cbe, "pdf", one)).toBe("https://pdf.example");
    expect(resolveHost(cbe, "links", one)).toBe("http://127.0.0.1:9/cbe");
    expect(resolveHost(cbeBirr, "receipts", all)).toBe("https://cbepay1.cbe.com.et");
  });

  test("that the adapter lacks is an error, so that no input chooses a host", () => {
    for (const host of ["evil", "__proto__", "constructor"]) {
      expect(() => resolveHost(cbe, host)).toThrow(`provider cbe has no host ${host}`);
    }
  });

  test.each(["file:///etc", "https://u:p@x.example", "https://x.example/?a=1", "nonsense"])(
    "refuses the setting %s",
    (value) => {
      expect(() => resolveHost(cbe, "pdf", { PROVIDER_CBE_BASE_URL: value })).toThrow(
        "PROVIDER_CBE_BASE_URL is not a plain base URL",
      );
      const own = { id: "cbe", hosts: { pdf: { baseUrl: value, timeoutMs: 1 } } } as const;
      expect(() => resolveHost(own, "pdf")).toThrow("the host pdf of cbe is not a plain base URL");
    },
  );

  test("is asked as a browser asks, since firewalls refuse other clients", () => {
    expect(BROWSER_HEADERS["user-agent"]).toMatch(/^Mozilla\/5\.0 /);
    expect(BROWSER_HEADERS.accept).toContain("text/html");
    expect(BROWSER_HEADERS["accept-language"]).toContain("en");
  });

  test("has a canary that is recognized like a customer's reference", () => {
    const adapters = Object.values(createAdapters({ cbe: { appId: "a", appVersion: "1" } }));
    for (const adapter of adapters.filter(({ id }) => FACTS[id].canary !== null)) {
      const { reference, token } = FACTS[adapter.id].canary ?? {};
      const typed = lookupIn(adapter, reference ?? token ?? "");
      expect({ ...adapter.canary?.(), parts: {} }).toEqual(typed);
    }
    // Without an app's id the bank refuses everything.
    expect(cbe.canary).toBeNull();
  });

  test("of every adapter is https, and every canary can be asked", () => {
    for (const adapter of Object.values(ADAPTERS)) {
      for (const host of Object.values(adapter.hosts)) expect(host.baseUrl).toMatch(/^https:/);
      const lookup = adapter.canary?.();
      const context = { accounts: [], payerPhone: null } as never;
      if (lookup) expect(adapter.requests(lookup, context).length).toBeGreaterThan(0);
    }
  });
});
