import type { AwsClient } from "../../lib/cloud/aws-client.ts";

interface Sent {
  /** As AWS names it, such as `GetItem`. */
  readonly operation: string;
  readonly input: object;
}

/**
 * Lets a test look at each command of a client, hold it, answer it or change its answer.
 *
 * @param around sends it with `next`
 * @returns undoes it; the last one first
 */
export function aroundSends(
  client: AwsClient,
  around: (sent: Sent, next: () => Promise<object>) => Promise<unknown>,
): () => void {
  const { send } = client;
  const changed = (...call: Parameters<typeof send>) =>
    around(call[0], () => Reflect.apply(send, client, call));
  Object.assign(client, { send: changed });
  return () => void Object.assign(client, { send });
}
