import { mockClient as mock } from "aws-sdk-client-mock";
import { clientMocks } from "./left-behind.ts";

type CommandClass<Input> = new (input: Input) => { readonly input: Input };

interface Behavior<Input> {
  resolves(answer: object): Behavior<Input>;
  resolvesOnce(answer: object): Behavior<Input>;
  rejects(error: Error): Behavior<Input>;
  rejectsOnce(error: Error): Behavior<Input>;
  callsFake(answer: (input: Input) => unknown): Behavior<Input>;
}

interface ClientMock {
  on<Input>(command: CommandClass<Input>, input?: Partial<Input>): Behavior<Input>;
  calls(): readonly unknown[];
  commandCalls<Input>(
    command: CommandClass<Input>,
  ): readonly { readonly args: readonly [{ readonly input: Input }] }[];
  reset(): unknown;
  resetHistory(): unknown;
  restore(): unknown;
}

/** Replaces a client's `send` until the test file ends. Commands are ours or the SDK's. */
export function mockClient(client: object): ClientMock {
  const made = mock(client as never) as unknown as ClientMock;
  clientMocks.push(made);
  return made;
}
