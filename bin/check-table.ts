// `TABLE_NAME=… AWS_REGION=… npm run -s check-table`: reads a whole table, for example a restored one, and
// prints every broken invariant between its items. Costs half a read unit for each 4 KB.
import { DocumentClient, paginateScan } from "../lib/cloud/dynamodb.ts";
import { tableFaults } from "../lib/store/table-faults.ts";
import { awsAccess } from "./aws-access.ts";

const { TABLE_NAME } = process.env;
if (!TABLE_NAME) {
  console.error(
    "Set TABLE_NAME. AWS_REGION and the credentials come from the environment, as for any AWS SDK.",
  );
  process.exit(2);
}
const client = new DocumentClient(await awsAccess());
let count = 0;
const faults = await tableFaults(everyItem(TABLE_NAME), Date.now());
for (const fault of faults) console.log(fault);
console.log(`${count} items, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function* everyItem(name: string): AsyncGenerator<unknown> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
    count += Items.length;
    yield* Items;
  }
}
