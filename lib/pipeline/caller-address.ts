import * as z from "zod";
import { clientAddress } from "./client-address.ts";
import { secrets } from "./deps.ts";
import { environment, variableOf } from "./environment.ts";

const originSecret = z.object({ value: z.string().min(16) });

/** The client address for rate limits; see `clientAddress`. */
export async function callerAddress(request: {
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceIp: string;
}): Promise<string> {
  const { headers, sourceIp } = request;
  if (!environment().config.trustedProxy) {
    return clientAddress({ headers, sourceIp, originSecret: null });
  }
  const { value } = await secrets().read(variableOf("SECRET", "cloudfront-origin"), originSecret);
  return clientAddress({ headers, sourceIp, originSecret: value });
}
