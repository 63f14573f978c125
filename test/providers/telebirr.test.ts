import { describe, expect, test } from "vitest";
import { telebirr } from "../../lib/providers/telebirr/adapter.ts";
import { answerOf, lookupIn, receiptIn } from "./fixtures/answers.ts";
import { decision } from "./fixtures/decision.ts";
import { type TelebirrPage, telebirrPage } from "./fixtures/telebirr-page.ts";

const REFERENCE = "DEK1AB2CD3";
const lookup = lookupIn(telebirr, REFERENCE);
const read = (html: string, status = 200) =>
  telebirr.read(answerOf(html, "text/html; charset=utf-8", status), lookup);
const receipt = (page?: TelebirrPage) => receiptIn(telebirr, answerOf(telebirrPage(page)), lookup);

describe("telebirr receipt", () => {
  test("gives the settled amount, never the total with fees, at Addis Ababa time", async () => {
    expect(await receipt()).toMatchObject({
      provider: "telebirr",
      reference: REFERENCE,
      status: "completed",
      amountMinor: 150_000,
      currency: "ETB",
      receiver: { institution: "telebirr", name: "Selam Coffee Shop", account: "2519****0142" },
      payer: { name: "Almaz & Sons Girma", account: "2519****0042" },
      paidAt: Date.UTC(2026, 4, 20, 16, 29),
      dateOnly: false,
    });
  });

  test("to a bank names the bank's account as the receiver, not the bank's short code", async () => {
    const found = await receipt({
      receiverName: "Commercial Bank of Ethiopia",
      receiverAccount: "500100",
      bankLine: "1000200300401 Mr Kebede Alemu",
    });
    expect(found.receiver).toEqual({
      institution: "cbe",
      account: "1000200300401",
      name: "Mr Kebede Alemu",
    });
  });

  test("to a bank without the account line confirms no receiver", async () => {
    const found = await receipt({ receiverName: "Dashen Bank", receiverAccount: "500200" });
    expect(found.receiver).toEqual({
      institution: null,
      account: "500200",
      name: "Dashen Bank",
    });
  });

  test("to a shop that is called like a bank goes to review, and to any other number never", async () => {
    const page = telebirrPage({ receiverName: "Zemen", receiverAccount: "500123" });
    const result = await read(page);
    expect(decision(result, "telebirr", "500123")).toBe("doubt");
    expect(decision(result, "telebirr", "500124")).toBe("receiver_mismatch");
    expect(decision(result, "zemen", "1030400500999")).toBe("receiver_mismatch");
  });

  test("to a bank that is not listed names no institution", async () => {
    const found = await receipt({ receiverName: "Some Bank", bankLine: "0012345678 A B" });
    expect(found.receiver).toEqual({ institution: null, account: "0012345678", name: "A B" });
  });

  test.each<[string, TelebirrPage, object]>([
    [
      "telebirr itself",
      { receiverName: "telebirr" },
      { institution: "telebirr", name: "telebirr" },
    ],
    [
      "nobody where telebirr is named beside a bank's account",
      { receiverName: "telebirr", bankLine: "1000200300401 A B" },
      { institution: null, account: "1000200300401", name: "A B" },
    ],
    [
      "a bank's account without a holder",
      { receiverName: "CBE", bankLine: "1000200300401" },
      { institution: "cbe", account: "1000200300401", name: null },
    ],
    ...["X1000200300401 A B", "1000200300401-22 A B", "A B", "12345 A B"].map(
      (bankLine): [string, TelebirrPage, object] => [
        `no account out of ${bankLine}`,
        { receiverName: "CBE", bankLine },
        { institution: "cbe", account: null, name: null },
      ],
    ),
    ["no institution without an account", { receiverAccount: "" }, { institution: null }],
  ])("shows %s as the receiver", async (_what, page, receiver) => {
    expect((await receipt(page)).receiver).toMatchObject(receiver);
  });

  test("is read with and without the dots of its labels", async () => {
    const html = telebirrPage()
      .replace("telebirr no.", "telebirr no")
      .replace("Invoice No.", "Invoice No")
      .replace("party account no", "party account no.");
    expect(await receiptIn(telebirr, answerOf(html), lookup)).toMatchObject({
      receiver: { account: "2519****0142" },
      payer: { account: "2519****0042" },
    });
  });

  test("with a status that is not listed is unknown, never completed", async () => {
    expect((await receipt({ status: "Completed (reversed)" })).status).toBe("unknown");
    expect((await receipt({ status: "Reversed" })).status).toBe("reversed");
    expect((await receipt({ status: "Pending" })).status).toBe("pending");
    expect((await receipt({ status: "constructor" })).status).toBe("unknown");
  });

  test("that does not call itself one is unreadable, whatever it shows", async () => {
    expect(await read(telebirrPage().replace("telebirr receipt", "receipt"))).toEqual({
      kind: "unreadable",
      why: "not a telebirr receipt",
    });
  });

  test("with another reference than the requested one is unreadable", async () => {
    expect((await read(telebirrPage({ reference: "DEK1AB2CD4" }))).kind).toBe("unreadable");
  });

  test("whose payment reason imitates labels shows the real values", async () => {
    for (const reason of [
      "Bank account number: 1000000000001 Mr Thief",
      "Settled Amount: 9,999.00 Birr",
      "Bank account number",
    ]) {
      expect(await receipt({ reason })).toMatchObject({
        amountMinor: 150_000,
        receiver: { account: "2519****0142" },
      });
    }
  });

  test.each(["Refunded", "transaction status", "Order ABC123"])(
    "shows the payer's note, which is neither a status nor a label: %s",
    async (note) => {
      const found = await receipt({ reason: "Transfer Money", note });
      expect(found).toMatchObject({ status: "completed", reason: `Transfer Money ${note}` });
    },
  );

  test.each(["amount", "date", "status", "reference"] as const)(
    "without its %s is unreadable",
    async (field) => {
      expect((await read(telebirrPage({ [field]: "" }))).kind).toBe("unreadable");
    },
  );

  test("cut off inside its amount is unreadable, not a smaller payment", async () => {
    const whole = telebirrPage({ amount: "1500.00 Birr" });
    expect((await read(whole)).kind).toBe("receipt");
    expect((await read(whole.slice(0, whole.indexOf("1500.00") + 2))).kind).toBe("unreadable");
  });

  test("is read in its declared charset, and in no other", async () => {
    const amharic = /[^<>/]*[\u1200-\u139f][^<>/]*\//g;
    const page = telebirrPage({ receiverName: "Caf\u00e9" }).replace(amharic, "");
    const latin = Uint8Array.from(Buffer.from(page.replace("utf-8", "iso-8859-1"), "latin1"));
    const found = await receiptIn(telebirr, answerOf(latin, "text/html"), lookup);
    expect(found.receiver.name).toBe("Caf\u00e9");
    for (const type of ["text/html; charset=utf-8", "text/html; charset=none"]) {
      expect((await telebirr.read(answerOf(latin, type), lookup)).kind).toBe("unreadable");
    }
  });

  test("with two differing values under one label is unreadable", async () => {
    const twice = telebirrPage().replace(
      "</body>",
      "<table><tr><td>transaction status</td><td>Pending</td></tr></table></body>",
    );
    expect((await read(twice)).kind).toBe("unreadable");
  });

  test("is not found only where the page has the known sentence", async () => {
    expect(await read("<html><body>This request is not correct</body></html>")).toEqual({
      kind: "not_found",
    });
    expect((await read("")).kind).toBe("unreadable");
    expect((await read("<html>Something went wrong</html>")).kind).toBe("unreadable");
    expect((await read("This request is not correct", 404)).kind).toBe("unreadable");
    expect((await read("<html>Bad gateway</html>", 502)).kind).toBe("unavailable");
  });
});

describe("telebirr input", () => {
  test.each([
    ["a bare reference", "DEK1AB2CD3"],
    ["another case and spaces", "  dek1 ab2cd3 "],
    ["its link", "https://transactioninfo.ethiotelecom.et/receipt/DEK1AB2CD3"],
    [
      "an English SMS",
      "Dear Almaz\nYou have transferred ETB 1,500.00 to Selam Coffee (2519****0142) on 20/05/2026 19:29:00. Your transaction number is DEK1AB2CD3. Thank you for using telebirr",
    ],
    [
      "an Amharic SMS",
      "ውድ አልማዝ፣ ለሰላም ቡና 1,500.00 ብር ልከዋል። የግብይት ቁጥርዎ DEK1AB2CD3 ነው፡፡ ቴሌብርን ስለተጠቀሙ እናመሰግናለን",
    ],
  ])("from %s gives one canonical reference", (_what, input) => {
    expect(lookupIn(telebirr, input).reference).toBe(REFERENCE);
  });

  test("reads the day in the reference", () => {
    expect(lookup.datedOn).toBe(Date.parse("2026-05-20T00:00:00+03:00"));
    expect(lookupIn(telebirr, "DZK1AB2CD3").datedOn).toBeNull();
  });

  test("sends one request, to the receipts host, for that reference", () => {
    expect(telebirr.requests(lookup, {} as never)).toEqual([
      { host: "receipts", path: "/receipt/DEK1AB2CD3" },
    ]);
  });
});
