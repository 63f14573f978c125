import { createHash } from "node:crypto";
import { type BankAnswer, textAnswer } from "./answer.ts";

export const MODES = ["up", "down", "slow", "garbled", "changed"] as const;

export type Mode = (typeof MODES)[number];

/** Nothing at all, or a tired proxy: the two faces of a host that is down, in turn. */
export function downAnswer(turn: number): BankAnswer {
  return turn % 2 === 0
    ? { status: 0, headers: {}, body: new Uint8Array() }
    : textAnswer(503, "text/html", "<html><body><h1>503 Service Unavailable</h1></body></html>");
}

/** The answer damaged on its way, in turn: cut in half, noise, another charset than it says. */
export function garbledAnswer(answer: BankAnswer, turn: number): BankAnswer {
  const { body } = answer;
  switch (turn % 3) {
    case 0:
      return { ...answer, body: body.slice(0, Math.floor(body.length / 2)) };
    case 1:
      return { ...answer, body: noise(turn, Math.max(512, Math.min(body.length, 4096))) };
    default:
      // Each byte widened to two, as UTF-16 of the same text would be.
      return { ...answer, body: widened(body) };
  }
}

function widened(body: Uint8Array): Uint8Array {
  const wide = new Uint8Array(body.length * 2);
  body.forEach((byte, index) => {
    wide[index * 2] = byte;
  });
  return wide;
}

function noise(turn: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 32) {
    const block = createHash("sha256").update(`${turn}:${at}`).digest();
    bytes.set(block.subarray(0, Math.min(32, length - at)), at);
  }
  return bytes;
}

/** Resolves after real time, whatever the movable clock says; never keeps the process alive. */
export function realDelay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
