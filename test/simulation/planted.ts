import type { Input } from "./memory-table/memory-table.ts";
import type { World } from "./world.ts";

/** Faults that can be planted in the service's writes, to see that the simulation finds them. */
export const PLANTED = {
  "claim without its condition": (write: Input) =>
    write.Item?.entity === "claim" ? { ...write, ConditionExpression: undefined } : write,
  "capture below zero": (write: Input) =>
    write.ConditionExpression === "available >= :credits"
      ? { ...write, ConditionExpression: undefined }
      : write,
  "draw that is half of a transaction": (write: Input) =>
    write.UpdateExpression === "SET available = available - :credits" ? null : write,
  "state without its version": (write: Input) =>
    write.Key?.sk === "CO.state" && write.ConditionExpression === "#version = :before"
      ? { ...write, ConditionExpression: "attribute_exists(pk)" }
      : write,
  "verified without its event": (write: Input) =>
    write.Item?.entity === "event" && write.Item.type === "checkout.verified" ? null : write,
  "delivery that is never sent again": (write: Input) =>
    write.UpdateExpression?.toString().includes("#nextAttemptAt") === true
      ? { ...write, ConditionExpression: "attribute_not_exists(pk)" }
      : write,
} as const satisfies Readonly<Record<string, (write: Input) => object | null>>;

export type PlantedFault = keyof typeof PLANTED;

/** Changes what the service writes before it reaches the table. */
export function plant(world: World, name: PlantedFault): void {
  const { table } = world;
  const execute = table.execute.bind(table);
  const change = PLANTED[name] as (write: Input) => object | null;
  table.execute = (command, input) => {
    const items = input.TransactItems as Record<string, Input>[] | undefined;
    if (items === undefined) return execute(command, (change(input) ?? input) as Input);
    const changed = items.flatMap((each) => {
      const [kind, write] = Object.entries(each)[0] as [string, Input];
      const result = change(write);
      return result === null ? [] : [{ [kind]: result }];
    });
    return execute(command, { ...input, TransactItems: changed });
  };
}
