import { describe, expect, it } from "vitest";
import type { ListDashboardCheckoutsQuery } from "../../../lib/contract/schemas/dashboard-checkout.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { exportPart, partHeaders } from "../../../lib/use-cases/checkouts/list.ts";

/** Largest answer that Lambda accepts. */
const LAMBDA_BYTES = 6_291_556;

/** A list of `count` checkouts whose cursor is the position of the next one. */
function listOf(count: number, description: string | null) {
  return async ({ limit, cursor = "0" }: { limit: number; cursor?: string | undefined }) => {
    const from = Number(cursor);
    const to = Math.min(count, from + limit);
    const data = Array.from({ length: to - from }, (_, at) => checkout(from + at, description));
    return { data, nextCursor: to < count ? String(to) : null };
  };
}

function checkout(at: number, description: string | null): Checkout {
  return {
    id: `co_${at}`,
    appId: 1001,
    status: "open",
    exceptions: [],
    amount: 100,
    currency: "ETB",
    amountReceived: 0,
    clientReference: null,
    description,
    customer: null,
    payments: [],
    createdAt: 0,
    expiresAt: 1_000,
    verifiedAt: null,
    pending: [],
  } as unknown as Checkout;
}

const idsOf = (csv: string) => [...csv.matchAll(/^co_\d+/gm)].map(String);

describe("exportPart", () => {
  it.each([
    ["Amharic", "ክ".repeat(500)],
    ["quotation marks", '"'.repeat(500)],
  ])("keeps every part of long texts (%s) below Lambda's limit", async (_, description) => {
    const read = listOf(10_000, description);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { csv, nextCursor } = await exportPart(read, cursor, 0);
      const answer = { statusCode: 200, body: csv };
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(LAMBDA_BYTES - 500_000);
      ids.push(...idsOf(csv));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toEqual(Array.from({ length: 10_000 }, (_, at) => `co_${at}`));
  });

  it("ends after 10,000 rows and continues behind the last one", async () => {
    const read = listOf(10_007, null);
    const first = await exportPart(read, undefined, 0);
    expect(idsOf(first.csv)).toHaveLength(10_000);
    expect(first.nextCursor).toBe("10000");
    const last = await exportPart(read, "10000", 0);
    expect(idsOf(last.csv)).toHaveLength(7);
    expect(last.nextCursor).toBeNull();
  });

  it("keeps its place when pages are short", async () => {
    const list = listOf(12_000, null);
    const { csv, nextCursor } = await exportPart(
      ({ limit, cursor }) => list({ limit: Math.min(limit, 99), cursor }),
      undefined,
      0,
    );
    expect(idsOf(csv)).toHaveLength(10_000);
    expect(nextCursor).toBe("10000");
  });

  it("lists a checkout that a search names twice once", async () => {
    const { csv } = await exportPart(
      async ({ cursor }) => ({
        data: [checkout(1, null)],
        nextCursor: cursor === undefined ? "1" : null,
      }),
      undefined,
      0,
    );
    expect(idsOf(csv)).toEqual(["co_1"]);
  });
});

describe("partHeaders", () => {
  const query = {
    livemode: true,
    format: "csv",
    limit: 20,
    search: 'ክ "a&b"',
  } as ListDashboardCheckoutsQuery;

  it("of a file with all rows have no next part", () => {
    const headers = partHeaders(query, null, "https://pay.example");
    expect(headers["content-disposition"]).toContain('"checkouts.csv"');
    expect(headers).not.toHaveProperty("link");
  });

  it("name the next part by the same filters", () => {
    const { link, ...headers } = partHeaders(query, "abc", "https://pay.example");
    expect(headers["content-disposition"]).toContain('"checkouts-part.csv"');
    const [, address = ""] = /^<([\x21-\x7e]+)>; rel="next"$/.exec(link ?? "") ?? [];
    const next = new URL(address);
    expect(next.origin + next.pathname).toBe("https://pay.example/api/platform/checkouts/");
    expect(Object.fromEntries(next.searchParams)).toEqual({
      livemode: "true",
      format: "csv",
      search: 'ክ "a&b"',
      cursor: "abc",
    });
  });

  it("name the last part as one", () => {
    const headers = partHeaders({ ...query, cursor: "abc" }, null, "https://pay.example");
    expect(headers["content-disposition"]).toContain('"checkouts-part.csv"');
    expect(headers).not.toHaveProperty("link");
  });
});
