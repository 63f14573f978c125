import type { Table } from "../../lib/store/transact.ts";

/** An SDK command, and its input without its type. */
export interface SentCommand {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** The same table; `around` sends each command by calling `send`, or does something else. */
export function interceptedTable(
  table: Table,
  around: (command: SentCommand, send: () => Promise<unknown>) => Promise<unknown>,
): Table {
  const plain = table.client.send.bind(table.client) as (command: object) => Promise<unknown>;
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === "send"
        ? (command: Pick<SentCommand, "input">) =>
            around({ name: command.constructor.name, input: command.input }, () => plain(command))
        : Reflect.get(target, name),
  });
  return { ...table, client };
}

/** The partition that a query reads. */
export function queriedPartition({ input }: SentCommand): unknown {
  return (input.ExpressionAttributeValues as Record<string, unknown> | undefined)?.[":pk"];
}
