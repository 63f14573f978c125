import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { changeCredits } from "../lib/runtime/operator.ts";
import { verifyEvent } from "../lib/runtime/verify-event.ts";
import { getBalance } from "../lib/store/credits.ts";
import { listIssues, SERVICE_ACCOUNT } from "../lib/store/issues.ts";
import type { Table } from "../lib/store/transact.ts";

const USAGE = `Operator's commands. They use your AWS credentials and the table in --table or TABLE_NAME.

  npm run -s cli -- credits show   --account acc_…
  npm run -s cli -- credits grant  --account acc_… --credits 500 --note "Invoice 17" [--reference inv-17]
  npm run -s cli -- credits adjust --account acc_… --credits=-20 --note "Granted twice" [--reference …]
  npm run -s cli -- issues         what concerns the service as a whole, e.g. banks that do not answer
  npm run -s cli -- verify-event   --account acc_… --checkout co_… --input FT26… [--provider cbe]
                                 prints what the function v1-verify-checkout takes, for use while the
                                 API is closed; see "Restore" in docs/deploy.md

  --by NAME        who did it, for the audit log (default: your user name)
  --reference TEXT the same reference acts once a day, so that a repeated command is harmless
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    account: { type: "string" },
    credits: { type: "string" },
    note: { type: "string" },
    reference: { type: "string" },
    checkout: { type: "string" },
    input: { type: "string" },
    provider: { type: "string" },
    by: { type: "string" },
    table: { type: "string" },
    help: { type: "boolean" },
  },
});

try {
  const answer = values.help ? null : await run(positionals.join(" "));
  console.log(answer === null ? USAGE : JSON.stringify(answer, null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(command: string): Promise<object | null> {
  switch (command) {
    case "credits show":
      return getBalance(table(), need("account"));
    case "credits grant":
    case "credits adjust":
      return changeCredits(table(), {
        accountId: need("account"),
        kind: command === "credits grant" ? "grant" : "adjust",
        credits: Number(need("credits")),
        note: need("note"),
        by: values.by ?? userInfo().username,
        reference: values.reference ?? null,
        now: Date.now(),
      });
    case "issues": {
      const page = await listIssues(
        table(),
        { accountId: SERVICE_ACCOUNT },
        { limit: 100 },
        Date.now(),
      );
      return page.data;
    }
    case "verify-event":
      return verifyEvent({
        accountId: need("account"),
        checkoutId: need("checkout"),
        input: need("input"),
        provider: values.provider ?? null,
      });
    default:
      process.exitCode = command === "" ? 0 : 2;
      return null;
  }
}

function need(name: "account" | "checkout" | "credits" | "input" | "note"): string {
  const value = values[name];
  if (value === undefined || value === "") throw new Error(`--${name} is needed; see --help.`);
  return value;
}

function table(): Table {
  const name = values.table ?? process.env.TABLE_NAME;
  if (!name) throw new Error("Name the table with --table or TABLE_NAME.");
  return { client: DynamoDBDocumentClient.from(new DynamoDBClient({})), name };
}
