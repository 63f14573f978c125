import * as z from "zod";
import { ServiceError } from "../domain/errors.ts";
import type { LocalStack } from "./compose-stack.ts";
import type { LocalRequest, LocalResponse, LocalRoutes } from "./local-route.ts";

/** Where the operator's command line finds the running stack's table. */
export interface OperatorAccess {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly table: string;
}

const creditsChange = z.strictObject({
  kind: z.enum(["grant", "adjust"]),
  credits: z.int(),
  note: z.string().min(1).max(500),
  /** Default: the test merchant. */
  account_id: z.string().optional(),
});

/**
 * `GET /_local/operator/`: what `npm run -s cli -- --local` needs. `POST /_local/operator/credits/`: grants
 * or adjusts credits for the merchant's command line.
 *
 * @param testAccount id of the test merchant's account; null before it exists
 */
export function operatorRoutes(stack: LocalStack, testAccount: () => string | null): LocalRoutes {
  const table = stack.deployment.tables[0]?.name ?? "";
  return async (request) => {
    const action = `${request.method} ${request.path.replace(/\/$/, "")}`;
    if (action === "GET operator") {
      return { status: 200, body: { ...stack.aws, table } satisfies OperatorAccess };
    }
    if (action !== "POST operator/credits") return null;
    return change({ ...stack.aws, table }, request, testAccount(), stack.now());
  };
}

async function change(
  { table: name, ...aws }: OperatorAccess,
  request: LocalRequest,
  testAccount: string | null,
  now: number,
): Promise<LocalResponse> {
  const parsed = creditsChange.safeParse(parseJson(request.body));
  if (!parsed.success) return problem(400, "invalid_request", z.prettifyError(parsed.error));
  const { account_id, note, ...given } = parsed.data;
  const accountId = account_id ?? testAccount;
  if (accountId === null) return problem(503, "service_unavailable", "There is no merchant yet.");
  // Loaded when first used: the SDK takes memory and time of each start.
  const [{ DocumentClient }, { changeCredits }] = await Promise.all([
    import("../cloud/dynamodb.ts"),
    import("../use-cases/operator/change-credits.ts"),
  ]);
  const client = new DocumentClient(aws);
  try {
    const balance = await changeCredits(
      { client, name },
      {
        ...given,
        accountId,
        by: { name: "local" },
        reason: note,
        reference: null,
        now,
      },
    );
    return { status: 200, body: balance };
  } catch (error) {
    if (error instanceof ServiceError) return problem(409, error.code, error.message);
    throw error;
  } finally {
    client.destroy();
  }
}

function problem(status: number, code: string, detail: string): LocalResponse {
  return { status, body: { status, code, detail } };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
