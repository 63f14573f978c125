import { packText, unpackText } from "../../lib/store/shape.ts";
import type { Input } from "./memory-table/memory-table.ts";
import type { Item } from "./memory-table/values.ts";
import type { Simulation } from "./simulation.ts";

/** How a claim changes its owner. */
const MOVE = "SET checkoutId = :to";

function isState(write: Input): boolean {
  return write.Key?.sk === "CO.state" && write.UpdateExpression !== undefined;
}

function isRemoval({ UpdateExpression, Item }: Input): boolean {
  return UpdateExpression === undefined && Item === undefined;
}

interface Fault {
  /** Changes all writes of a transaction. */
  readonly transaction?: (writes: readonly Input[]) => readonly Input[];

  /** Changes one call, or one write of a transaction; null leaves the write out. */
  readonly call?: (input: Input, simulation: Simulation) => object | null;
  /** Changes one item that a call reads. */
  readonly item?: (item: Item, simulation: Simulation) => Item;
  /** Changes what a call answers. */
  readonly answer?: (answer: unknown, input: Input) => unknown;
}

/** A batch of reads. */
interface Look {
  readonly Keys: readonly Item[];
  readonly ConsistentRead: boolean;
}

/** Faults that can be planted in the service's use of the table, to see that the simulation finds them. */
export const PLANTED = {
  "claim without its condition": {
    call: (write) => (write.Item?.entity === "claim" ? unconditional(write) : write),
  },
  "payment that claims only one of its references": {
    call: (write) => {
      if (write.Item?.entity !== "claim") return write;
      const { pk, checkoutId } = write.Item;
      const first = claims.get(String(checkoutId)) ?? String(pk);
      claims.set(String(checkoutId), first);
      return first === pk ? write : null;
    },
  },
  "move that forgets the old checkout": {
    transaction: (writes) => {
      const isMove = writes.some(({ UpdateExpression }) => UpdateExpression === MOVE);
      const states = writes.filter(isState);
      const [, from] = states;
      return isMove && from ? writes.filter((write) => write !== from) : writes;
    },
  },
  "sum that is not that of its parts": {
    call: (write) => {
      const { ":amountReceived": sum, ...values } = write.ExpressionAttributeValues ?? {};
      if (typeof sum !== "number" || sum === 0) return write;
      return { ...write, ExpressionAttributeValues: { ...values, ":amountReceived": sum + 1 } };
    },
  },
  "part counted twice": {
    call: (write) => {
      const { ":payments": payments, ...values } = write.ExpressionAttributeValues ?? {};
      if (!Array.isArray(payments) || payments.length === 0) return write;
      const twice = { ":payments": [...payments, payments.at(-1)] };
      return { ...write, ExpressionAttributeValues: { ...values, ...twice } };
    },
  },
  "release that keeps its claim": {
    call: (write) => (String(write.Key?.pk).startsWith("CLM#") && isRemoval(write) ? null : write),
  },
  "capture below zero": {
    call: (write) =>
      write.ConditionExpression === "available >= :credits" ? unconditional(write) : write,
  },
  "draw that is half of a transaction": {
    call: (write) =>
      write.UpdateExpression === "SET available = available - :credits" ? null : write,
  },
  "state without its version": {
    call: (write) =>
      write.Key?.sk === "CO.state" && write.ConditionExpression === "#version = :before"
        ? { ...write, ConditionExpression: "attribute_exists(pk)" }
        : write,
  },
  "attempt removed without a new version": {
    call: (write) => (write.UpdateExpression === "SET version = :next" ? null : write),
  },
  "cursor without its condition": {
    call: (write) => (write.Item?.entity === "stats_cursor" ? unconditional(write) : write),
  },
  "count that is half of a transaction": {
    call: (write) => (write.Item?.entity === "stats_cursor" ? null : write),
  },
  "verified without its event": {
    call: (write) =>
      write.Item?.entity === "event" && write.Item.type === "checkout.verified" ? null : write,
  },
  "event without its change": {
    call: (write) =>
      write.Key?.sk === "CO.state" && write.UpdateExpression?.toString().includes("#eventIds")
        ? null
        : write,
  },
  "delivery that is never sent again": {
    call: (write) =>
      String(write.ExpressionAttributeValues?.[":facts"]).includes('"plan":"retrying"')
        ? { ...write, ConditionExpression: "attribute_not_exists(pk)" }
        : write,
  },
  "delivery without its condition": {
    call: (write) => (write.Item?.entity === "delivery" ? unconditional(write) : write),
  },
  "delivery that no sweeper is told of": {
    call: (write) =>
      write.UpdateExpression === "SET due_pk = :pk, due_sk = :at"
        ? { ...write, ConditionExpression: "attribute_not_exists(pk)" }
        : write,
  },
  "delivery that is taken for made": {
    answer: (answer, { RequestItems = {} }) => {
      const [asked] = Object.entries(RequestItems as Record<string, Look>);
      // The only reads that may be a moment old are the looks of the relay and of the fan-out.
      return asked?.[1].ConsistentRead === false
        ? { Responses: { [asked[0]]: asked[1].Keys } }
        : answer;
    },
  },
  "delivery that is taken for ended": {
    // Whole items have more attributes than the looks ask for.
    item: (item) =>
      item.status !== undefined && item.entity === undefined
        ? { ...item, status: "succeeded" }
        : item,
  },
  "other bytes than committed": {
    item: (item) =>
      item.entity === "event"
        ? { ...item, body: packText(unpackText(item.body).replace('"id":', '"ID":')) }
        : item,
  },
  "endpoints of another account": {
    call: (input, { shops }) => {
      const values = input.ExpressionAttributeValues as Item | undefined;
      const other = shops.at(-1)?.accountId;
      if (other === undefined || !String(values?.[":pk"]).startsWith("WHK#")) return input;
      return { ...input, ExpressionAttributeValues: { ...values, ":pk": `WHK#${other}` } };
    },
  },
  "checkouts of another account": {
    item: (item) => {
      if (item.entity !== "checkout") return item;
      owners.add(String(item.accountId));
      return { ...item, accountId: [...owners][0] };
    },
  },
  "idempotency key without its condition": {
    call: (write) => (write.Item?.entity === "idempotency" ? unconditional(write) : write),
  },
  "closed account that is read as open": {
    item: (item) =>
      item.entity === "account" || item.entity === "user" ? { ...item, closedAt: null } : item,
  },
  "suspended account that is read as active": {
    item: (item) => (item.entity === "account" ? { ...item, suspended: undefined } : item),
  },
  "approval limit that is read as none": {
    item: (item) => (item.entity === "account" ? { ...item, approvalLimit: null } : item),
  },
  "payer that every checkout names": {
    item: (item, { wallet }) => {
      const payer = [...wallet.transfers.values()].at(-1)?.payer;
      return item.entity === "open_amount" && payer ? { ...item, payerPhone: `+${payer}` } : item;
    },
  },
  "payment that sees only the latest checkout of its amount": {
    answer: (answer) => {
      const { Items = [] } = answer as { readonly Items?: readonly Item[] };
      const isList = Items.every(({ entity }) => entity === "open_amount");
      return isList ? { ...(answer as object), Items: Items.slice(-1) } : answer;
    },
  },
  "notice above its limit": {
    item: (item) => {
      if (item.entity === "app") return { ...item, noticeLimit: 500_000 };
      return item.entity === "checkout" && item.notices
        ? { ...item, notices: { ...(item.notices as object), limit: 500_000 } }
        : item;
    },
  },
  "balance that always continues": {
    item: (item) => (item.entity === "notice" ? { ...item, balance: "continues" } : item),
  },
  "reversal that is read as forgotten": {
    item: (item) => (item.entity === "notice_reversal" ? { ...item, receivedAt: 0 } : item),
  },
  "reversal that is not listed": {
    call: (write) =>
      String(write.Key?.sk).startsWith("payment_reversed#")
        ? { ...write, ConditionExpression: "attribute_exists(pk)" }
        : write,
  },
  "removed member who is read as a member": {
    item: (item) => (item.entity === "member" ? { ...item, endedAt: null } : item),
  },
  "decision without its audit entry": {
    call: (write) =>
      String(write.Item?.action).match(/^checkout.(approved|rejected)$/) ? null : write,
  },
  "mark that holds no account open": {
    call: (write) =>
      write.Item?.entity === "hold" ? { ...write, Item: { ...write.Item, at: 0 } } : write,
  },
  "owner who ends with the ownership that they pass on": {
    call: (write) =>
      write.Item?.entity === "member" && write.Item.role === "owner"
        ? { ...write, Item: { ...write.Item, role: "manager" } }
        : write,
  },
  "erasure that leaves the attempts": {
    call: (write) =>
      write.UpdateExpression?.toString().includes("#payerPhone = ")
        ? { ...write, ConditionExpression: "attribute_not_exists(pk)" }
        : write,
  },
  "revoked key that is read as valid": {
    item: (item) => (item.entity === "api_key" ? { ...item, revokedAt: null } : item),
  },
} as const satisfies Readonly<Record<string, Fault>>;

/** Accounts that were seen; all their checkouts are taken for the first one's. */
const owners = new Set<string>();

/** The first claim of each checkout. */
const claims = new Map<string, string>();

export type PlantedFault = keyof typeof PLANTED;

const same = <T>(one: T): T => one;

function unconditional(write: Input): object {
  return { ...write, ConditionExpression: undefined };
}

/** Changes what the service writes and reads on the way to the table and back. */
export function plant(simulation: Simulation, name: PlantedFault): void {
  const { table } = simulation;
  const execute = table.execute.bind(table);
  const { call = same, item = same, transaction = same, answer = same }: Fault = PLANTED[name];
  owners.clear();
  claims.clear();
  table.execute = (command, input) => {
    const items = input.TransactItems as Record<string, Input>[] | undefined;
    if (items === undefined) {
      const answered = execute(command, (call(input, simulation) ?? input) as Input);
      return changedItems(answer(answered, input), (one) => item(one, simulation));
    }
    const all = items.map((each) => Object.entries(each)[0] as [string, Input]);
    const kept = new Set(transaction(all.map(([, write]) => write)));
    const changed = all.flatMap(([kind, write]) => {
      if (!kept.has(write)) return [];
      const result = call(write, simulation);
      return result === null ? [] : [{ [kind]: result }];
    });
    return execute(command, { ...input, TransactItems: changed });
  };
}

function changedItems(answer: unknown, change: (item: Item) => Item): unknown {
  const { Item, Items, Responses } = answer as {
    readonly Item?: Item;
    readonly Items?: readonly Item[];
    readonly Responses?: Readonly<Record<string, readonly Item[]>>;
  };
  return {
    ...(answer as object),
    ...(Item ? { Item: change(Item) } : {}),
    ...(Items ? { Items: Items.map(change) } : {}),
    ...(Responses
      ? {
          Responses: Object.fromEntries(
            Object.entries(Responses).map(([name, items]) => [name, items.map(change)]),
          ),
        }
      : {}),
  };
}
