import type { Input, MemoryTable } from "./memory-table.ts";
import { copyOf } from "./values.ts";

/** One call to the table with its answer, or with the error that it ended with. */
export interface RecordedCall {
  readonly command: string;
  readonly input: Input;
  readonly answer: unknown;
  readonly error: RecordedError | null;
}

export interface RecordedError {
  readonly name: string;
  /** Codes of a canceled transaction. */
  readonly codes: readonly string[];
}

/** Adds every call to `calls` from now on. */
export function record(table: MemoryTable, calls: RecordedCall[]): void {
  const execute = table.execute.bind(table);
  table.execute = (command, input) => {
    const copy = copyOf(input);
    try {
      const answer = execute(command, input);
      calls.push({ command, input: copy, answer: copyOf(answer), error: null });
      return answer;
    } catch (error) {
      calls.push({ command, input: copy, answer: null, error: errorOf(error) });
      throw error;
    }
  };
}

export function errorOf(error: unknown): RecordedError {
  const { name, CancellationReasons = [] } = error as Error & {
    readonly CancellationReasons?: readonly { readonly Code?: string }[];
  };
  return { name, codes: CancellationReasons.map(({ Code }) => Code ?? "None") };
}
