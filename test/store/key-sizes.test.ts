import { expect, test } from "vitest";
import { createCheckoutBody } from "../../lib/contract/schemas/checkout.ts";
import { newId } from "../../lib/domain/ids.ts";
import { clientReferenceKeys } from "../../lib/store/checkout-item.ts";
import { assertKeySizes } from "../../lib/store/key-sizes.ts";
import { type Table, transact } from "../../lib/store/transact.ts";

const id = (prefix: "co_" | "acc_") => newId(prefix, Date.now(), new Uint8Array(10));

test("the longest client reference that the contract allows fits into its index key", () => {
  // Three bytes in UTF-8, the most for one UTF-16 unit.
  const longest = "ቀ".repeat(200);
  expect(createCheckoutBody.safeParse({ amount: 1, client_reference: longest }).success).toBe(true);
  const tooLong = createCheckoutBody.safeParse({ amount: 1, client_reference: `${longest}ቀ` });
  expect(tooLong.success).toBe(false);
  const terms = { accountId: id("acc_"), livemode: true, clientReference: longest, id: id("co_") };
  const keys = clientReferenceKeys(terms as Parameters<typeof clientReferenceKeys>[0]);
  expect(Object.keys(keys)).toContain("gsi4pk");
  assertKeySizes(keys);
});

test.each([
  ["pk", 2_048],
  ["sk", 1_024],
  ["gsi1pk", 1_024],
  ["gsi4sk", 1_024],
  ["due_pk", 1_024],
])(
  "a transaction with %s of more than %i bytes of UTF-8 fails before it is sent",
  async (key, most) => {
    const table: Table = {
      name: "table",
      client: { send: () => Promise.resolve({}) } as unknown as Table["client"],
    };
    const put = (value: string) =>
      transact(table, [{ label: "checkout", put: { Item: { pk: "P", sk: "S", [key]: value } } }]);
    const fits = "é".repeat(most / 2);
    expect(await put(fits)).toEqual({ committed: true });
    await expect(put(`${fits}a`)).rejects.toThrow(`${key} has ${most + 1} bytes`);
  },
);
