import { type BankOptions, bankRoutes } from "../../../lib/local/bank/simulator.ts";

export const NOW_MS = Date.UTC(2026, 10, 20, 16, 6, 11);

export const CBE_HEADERS = { "x-app-id": "app", "x-app-version": "1" };

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

export interface Made {
  readonly provider: string;
  readonly reference: string;
  readonly link: string;
  readonly sms: string;
  readonly aliases: readonly { readonly provider: string; readonly reference: string }[];
}

/** A simulator spoken to as over HTTP, with memory for storage and a clock that stands still. */
export function openBank(options: Partial<BankOptions> = {}) {
  const memory: { text: string | null } = { text: null };
  const routes = bankRoutes({
    now: () => NOW_MS,
    seed: "test",
    storage: {
      load: () => memory.text,
      save: (text) => {
        memory.text = text;
      },
    },
    ...options,
  });
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const [pathOnly = "", query = ""] = path.split("?");
    const response = await routes({
      method,
      path: pathOnly,
      query: new URLSearchParams(query),
      headers,
      body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body ?? "")),
    });
    if (response === null) throw new Error(`nobody answers ${path}`);
    const bytes = response.body;
    if (!(bytes instanceof Uint8Array)) throw new Error("the simulator answers bytes");
    return {
      status: response.status,
      type: response.headers?.["content-type"] ?? "",
      bytes,
      text: new TextDecoder().decode(bytes),
    };
  };
  const pay = async (body: Readonly<Record<string, unknown>>): Promise<Made> => {
    const reply = await call("POST", "bank/transfers/", body);
    if (reply.status !== 201) throw new Error(reply.text);
    return JSON.parse(reply.text) as Made;
  };
  return { call, pay, routes, memory };
}

/** The path that an adapter asks: the customer's link moved below the provider's local base. */
export function lookupPath(made: Made): string {
  const link = new URL(made.link);
  const base = `bank/${made.provider}`;
  if (link.host.startsWith("mbreciept")) {
    return `${base}/api/v1/transactions/public/transaction-detail${link.pathname}`;
  }
  if (made.provider === "boa") {
    return `${base}/api/onlineSlip/getDetails/?id=${link.searchParams.get("trx")}`;
  }
  if (made.provider === "mpesa") {
    return `${base}/api/receipt/getReceipt?trxNo=${link.pathname.split("/").at(-1)}`;
  }
  if (made.provider === "wegagen") return `${base}/sms_wega/txn/${link.searchParams.get("id")}`;
  if (made.provider === "amhara") return `${base}/${link.searchParams.get("trx")}`;
  return `${base}${link.pathname}${link.search}`;
}
