import { SNSClient } from "@aws-sdk/client-sns";
import type { AwsClientSettings } from "../lib/cloud/aws-client.ts";

/** Region and credentials of a workstation, as all AWS tools find them: variables, a profile, single sign-on. */
export async function awsAccess(): Promise<AwsClientSettings> {
  const { region, credentials } = new SNSClient({}).config;
  // Where none is known, the first request says so; what needs no request works.
  const known = await region().catch(() => null);
  return { credentials, ...(known === null ? {} : { region: known }) };
}
