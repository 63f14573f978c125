import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SHOP } from "./merchant.ts";

/** What the owner of a reference lets the bank answer. */
export type BankAnswer = "receipt" | "not_found" | "unreadable" | "server_error" | "hang_up";

/** A JSON bank on loopback, whose answer to each reference is in the reference itself. */
export interface HostileBank {
  readonly url: string;
  /** The answer to the canary; the owner of no reference can choose it. */
  canary: BankAnswer;
  /** References asked for, oldest first, without the canary. */
  readonly asked: string[];
  close(): Promise<void>;
}

const CANARY = "GW0000000000";
const ANSWERS: readonly BankAnswer[] = [
  "receipt",
  "not_found",
  "unreadable",
  "server_error",
  "hang_up",
];

/** Settings of the `http` provider for this bank. */
export const HOSTILE_BANK_SETTINGS = {
  path: "/{reference}",
  reference: { prefix: "GW", minLength: 10, maxLength: 10, alphabet: "upper_alphanumeric" },
  fields: {
    reference: "/reference",
    amount: "/amount",
    status: "/status",
    paidAt: "/paid_at",
    receiverName: "/name",
    receiverAccount: "/account",
  },
  amountFormat: "minor_units",
  dateFormat: "rfc3339",
  statuses: { completed: ["SUCCESS"] },
  notFound: [{ status: 404, pointer: "/code", equals: "NOT_FOUND" }],
};

/** A reference that makes the bank give this answer. */
export function referenceThat(answer: BankAnswer, number: number): string {
  return `GW${ANSWERS.indexOf(answer) + 1}${String(number).padStart(9, "0")}`;
}

/** `now` in ms: when the bank says that money came. */
export async function startHostileBank(now: () => number): Promise<HostileBank> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const reference = request.url?.slice(1) ?? "";
    if (reference === CANARY) return reply(response, bank.canary, reference, now());
    asked.push(reference);
    const answer = ANSWERS[Number(reference[2]) - 1];
    return reply(response, answer ?? "not_found", reference, now());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const bank: HostileBank = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    canary: "not_found",
    asked,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return bank;
}

function reply(response: ServerResponse, answer: BankAnswer, reference: string, now: number): void {
  const json = { "content-type": "application/json" };
  switch (answer) {
    case "receipt":
      response.writeHead(200, json).end(
        JSON.stringify({
          reference,
          amount: "150000",
          status: "SUCCESS",
          paid_at: new Date(now).toISOString(),
          name: SHOP.name,
          account: SHOP.number,
        }),
      );
      return;
    case "not_found":
      response.writeHead(404, json).end('{"code":"NOT_FOUND"}');
      return;
    case "unreadable":
      response.writeHead(200, json).end('{"page":"changed"}');
      return;
    case "server_error":
      response.writeHead(500, json).end("{}");
      return;
    case "hang_up":
      response.destroy();
      return;
  }
}
