import { describe, expect, test } from "vitest";
import { resolveHost } from "../../lib/providers/hosts.ts";
import { ADAPTERS } from "../../lib/providers/registry.ts";

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
      expect(() => resolveHost(cbe, host)).toThrow();
    }
  });

  test.each(["file:///etc", "https://u:p@x.example", "https://x.example/?a=1", "nonsense"])(
    "refuses the setting %s",
    (value) => {
      expect(() => resolveHost(cbe, "pdf", { PROVIDER_CBE_BASE_URL: value })).toThrow();
    },
  );

  test("of every adapter is https, and every canary can be asked", () => {
    for (const adapter of Object.values(ADAPTERS)) {
      for (const host of Object.values(adapter.hosts)) expect(host.baseUrl).toMatch(/^https:/);
      const lookup = adapter.canary?.();
      const context = { accounts: [], payerPhone: null } as never;
      if (lookup) expect(adapter.requests(lookup, context).length).toBeGreaterThan(0);
    }
  });
});
