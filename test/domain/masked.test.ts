import { describe, expect, it } from "vitest";
import { maskedJson, maskedText } from "../../lib/domain/masked.ts";

describe("a masked text", () => {
  it("keeps labels and the layout, and no name, number or reference", () => {
    const page =
      '<html><script>var name = "Abebe";</script><td>Payer Name</td><td>Abebe Kebede</td><td>ETB 1,500.00</td><td>አበበ ከበደ</td><td>FT26123ABC</td></html>';
    expect(maskedText(page)).toBe(
      "<html><td>Payer Name</td><td>Xxxxx Xxxxxx</td><td>ETB 9,999.99</td><td>xxx xxx</td><td>XX99999XXX</td></html>",
    );
  });

  it("masks a script that never ends, digits of every writing, and cuts after the longest length", () => {
    expect(maskedText("Total <style>Abebe")).toBe("Total");
    expect(maskedText("٠٩١١ phone")).toBe("9999 phone");
    expect(maskedText("Abebe ".repeat(1000))).toHaveLength(2000);
    expect(maskedText("a".repeat(200_001), 300_000)).toHaveLength(200_000);
  });
});

describe("a masked message", () => {
  it("keeps its shape, nulls and truths, and one digit for each number", () => {
    const body = { paid: true, note: null, amount: 150_000, name: ["Abebe", 7, { a: "Total  x" }] };
    expect(maskedJson(JSON.stringify(body))).toEqual({
      ...{ paid: true, note: null, amount: "9", name: ["Xxxxx", "9", { a: "Total x" }] },
    });
    expect(maskedJson('"Abebe"')).toBe("Xxxxx");
  });

  it("keeps a list of ids, the first twenty", () => {
    const group = Array.from({ length: 21 }, (_, at) => `co_${at}`);
    expect(maskedJson(JSON.stringify({ group }))).toEqual({ group: group.slice(0, 20) });
  });

  it("keeps ids, kinds and times, and masks what a person wrote, at any depth", () => {
    const body = {
      version: 1,
      kind: "attempt",
      account_id: "acc_01m7",
      detail: { customer: { name: "Abebe", phone: "+251911223344" }, amount: 150000 },
      "Abebe Kebede": ["Abebe"],
    };
    const text = JSON.stringify(maskedJson(JSON.stringify(body)));
    expect(text).toContain("acc_01m7");
    expect(text).toContain('"kind":"attempt"');
    expect(text).not.toMatch(/Abebe|Kebede|2519|1500/);
  });

  it("masks a person's text in a field that holds ids", () => {
    const text = JSON.stringify(maskedJson('{"id":"Abebe Kebede","status":"paid by Abebe"}'));
    expect(text).not.toMatch(/Abebe|Kebede/);
  });

  it("is null for what is no JSON", () => {
    expect(maskedJson("Abebe")).toBeNull();
  });
});
