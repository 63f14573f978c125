import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { startLocal as start } from "../../lib/local/stack.ts";
import { assertEventsAsPublished } from "./event-bodies.ts";
import { violation } from "./published-contract.ts";
import { tableOf } from "./stack.ts";

const violations: string[] = [];

// Also for answers that a browser got, and for those that the test itself does not look at. The drawing
// of screenshots starts a stack outside of any test.
if (process.env.VITEST !== undefined) {
  const { afterEach } = await import("vitest");
  afterEach(() => {
    const found = violations.splice(0);
    if (found.length > 0) throw new Error(`Not as published:\n${found.join("\n")}`);
  });
}

/**
 * The whole service on this machine. Every HTTP answer and, at the end, every event is held against the
 * published OpenAPI document.
 */
export async function startLocal(
  options: Parameters<typeof start>[0] = {},
): ReturnType<typeof start> {
  const stack = await start({
    ...options,
    observe: (seen) => {
      const found = violation(seen);
      if (found !== null) violations.push(found);
    },
  });
  sweepSameShards(stack);
  return { ...stack, close: () => closeChecked(stack) };
}

/** The test's own writes must be in the shards that the stack's functions sweep. */
function sweepSameShards({ deployment }: LocalStack): void {
  const [shards] = deployment.functions.flatMap(({ environment }) => environment.DUE_SHARDS ?? []);
  if (shards !== undefined) process.env.DUE_SHARDS = shards;
}

async function closeChecked(stack: LocalStack): Promise<void> {
  try {
    await assertEventsAsPublished([tableOf(stack)]);
  } finally {
    await stack.close();
  }
}
