// `TABLE_NAME=… AWS_REGION=… npm run -s check-table`: reads a whole table, for example a restored one, and
// prints every broken invariant between its items. Costs half a read unit for each 4 KB, and twice that if it finds one.
import { parseArgs } from "node:util";
import { DocumentClient, paginateScan } from "../lib/cloud/dynamodb.ts";
import { tableFaults } from "../lib/store/table-faults.ts";
import { adviceFor, awsAccess } from "./aws-access.ts";

const USAGE = `npm run -s check-table [-- --table NAME]: the table is --table or TABLE_NAME. AWS_REGION and the
credentials come from the environment, as for any AWS SDK.
Exit codes: 0 no faults, 1 faults, 2 the table was not read.`;

let count = 0;
try {
  const { values } = parseArgs({
    options: { table: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  const name = values.table ?? process.env.TABLE_NAME;
  if (values.help) console.log(USAGE);
  else if (name) await check(name);
  else throw new Error(`Set TABLE_NAME.\n${USAGE}`);
} catch (error) {
  console.error(adviceFor(error));
  process.exitCode = 2;
}

async function check(name: string): Promise<void> {
  // After a restore, an old variable still names the dead one.
  console.error(`table ${name}`);
  const client = new DocumentClient(await awsAccess());
  const read = () => {
    count = 0;
    return tableFaults(everyItem(client, name), Date.now());
  };
  let faults = await read();
  if (count === 0) throw new Error("The table is empty: is it the right one?");
  if (faults.length > 0) {
    console.error("reads it again: what changes while it is read looks broken once");
    const before = new Set(faults);
    faults = (await read()).filter((fault) => before.has(fault));
  }
  for (const fault of faults) console.log(fault);
  console.log(`${count} items, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

async function* everyItem(client: DocumentClient, name: string): AsyncGenerator<unknown> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
    count += Items.length;
    yield* Items;
  }
}
