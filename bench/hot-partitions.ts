import { partitionWrites } from "../test/support/aws-meter.ts";
import type { MeteredService } from "../test/support/metered-service.ts";
import { type Figure, round } from "./figure.ts";
import { PATH_OF_A_CHECKOUT, walkPayment } from "./payment-path.ts";

/** Write units a second that one partition takes. */
const PARTITION_UNITS = 1_000;
/** Partitions that belong to one checkout, payment or delivery are never hot. */
const OF_ONE_OBJECT = /^table (CO|EVT|DLV|RCP|CLM|LKP)#/;

/** Writes of one payment, from its creation to its delivered webhook, by partition. */
export interface PartitionLoad {
  /** `table CRD#{acc}`, `gsi3 COS#{acc}#live#open`, `due DUE#CO`, `table OUT`. */
  readonly partition: string;
  readonly writes: number;
  /** By the higher count: 2 for a write in a transaction, of the table or of an index. */
  readonly units: number;
}

/** Walks one payment and counts its writes to each partition that other payments share. */
export async function partitionLoads(service: MeteredService): Promise<readonly PartitionLoad[]> {
  service.meter.watchChanges(true);
  try {
    const steps = await walkPayment(service);
    const calls = steps
      .filter(({ name }) => PATH_OF_A_CHECKOUT.has(name))
      .flatMap((step) => step.calls);
    const loads = new Map<string, PartitionLoad>();
    for (const { action, changes } of calls) {
      const unitsPerWrite = action === "TransactWriteItems" ? 2 : 1;
      for (const [name, count] of partitionWrites(changes)) {
        if (OF_ONE_OBJECT.test(name)) continue;
        const partition = general(name, service);
        const { writes = 0, units = 0 } = loads.get(partition) ?? {};
        loads.set(partition, {
          partition,
          writes: writes + count,
          units: units + count * unitsPerWrite,
        });
      }
    }
    return [...loads.values()].toSorted((a, b) => b.units - a.units);
  } finally {
    service.meter.watchChanges(false);
  }
}

/** One name for all merchants, and for all shards of a kind. */
function general(name: string, { merchant }: MeteredService): string {
  return name
    .replaceAll(merchant.accountId, "{acc}")
    .replaceAll(new RegExp(`#${merchant.appId}\\b`, "g"), "#{app}")
    .replace(/whk_\w+/, "{endpoint}")
    .replace(/^(due DUE#\w+|table OUT)#\d+$/, "$1");
}

/** P13: the partitions that one merchant's payments, or everyone's, share. */
export async function hotPartitions(service: MeteredService): Promise<Figure> {
  const loads = await partitionLoads(service);
  return {
    id: "P13",
    title: "writes of one payment to the partitions that payments share",
    how: "Items are read before and after every write of the path, and the writes to the table's and the indexes' partitions follow from what changed. Units by the higher count (2 for a write in a transaction); a partition takes 1,000 units a second. `due` and the outbox are spread over shards (`dueShardsFor`); all others belong to one merchant. docs/scaling.md has the arithmetic.",
    rows: loads.map(({ partition, writes, units }) => ({
      partition,
      "writes a checkout": writes,
      "units, higher count": units,
      "checkouts a second": round(PARTITION_UNITS / units),
    })),
  };
}
