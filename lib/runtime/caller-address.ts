import * as z from "zod";
import { secretReader } from "../cloud/secrets.ts";
import { clientAddress } from "./client-address.ts";
import { now, secretsManager } from "./deps.ts";
import { environment, variableOf } from "./environment.ts";

const originSecret = z.object({ value: z.string().min(16) });

let reader: ReturnType<typeof secretReader> | undefined;

/** The address to count a public request against; see `clientAddress` for whom it believes. */
export async function callerAddress(request: {
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceIp: string;
}): Promise<string> {
  const { headers, sourceIp } = request;
  if (!environment().config.trustedProxy) {
    return clientAddress({ headers, sourceIp, originSecret: null });
  }
  reader ??= secretReader(secretsManager(), now);
  const { value } = await reader.read(variableOf("SECRET", "cloudfront-origin"), originSecret);
  return clientAddress({ headers, sourceIp, originSecret: value });
}
