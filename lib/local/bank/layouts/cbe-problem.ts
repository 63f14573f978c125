import { type BankAnswer, jsonAnswer } from "../answer.ts";

/** An error of CBE's JSON host, in its own form of problem+json. */
export function cbeProblem(status: number, detail: string): BankAnswer {
  const title = status === 500 ? "Internal Server Error" : detail;
  return jsonAnswer(
    status,
    { type: "about:blank", title, status, detail },
    "application/problem+json",
  );
}
