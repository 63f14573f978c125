import { SNSClient } from "@aws-sdk/client-sns";
import type { AwsClientSettings } from "../lib/cloud/aws-client.ts";

/** Region and credentials of a workstation, as all AWS tools find them: variables, a profile, single sign-on. */
export async function awsAccess(): Promise<AwsClientSettings> {
  const { region, credentials } = new SNSClient({}).config;
  // Where none is known, the first request says so; what needs no request works.
  const known = await region().catch(() => null);
  return { credentials, ...(known === null ? {} : { region: known }) };
}

const SIGN_IN =
  "Sign in to AWS again (`aws sso login`, AWS_PROFILE), and try `aws sts get-caller-identity`.";
const WHERE = "Check AWS_REGION, the account that you are signed in to, and";

/** What to do about errors of AWS that an operator can cause, by name. */
const ADVICE: Readonly<Record<string, string>> = {
  ResourceNotFoundException: `There is no such table. ${WHERE} the table's name (--table, --from, TABLE_NAME).`,
  QueueDoesNotExist: `There are no such queues. ${WHERE} --stage.`,
  CredentialsProviderError: SIGN_IN,
  ExpiredTokenException: SIGN_IN,
  ExpiredToken: SIGN_IN,
  UnrecognizedClientException: SIGN_IN,
  InvalidClientTokenId: SIGN_IN,
  AccessDeniedException: "Your AWS role lacks this permission.",
  AccessDenied: "Your AWS role lacks this permission.",
  ENOTFOUND: "Check AWS_REGION and the network.",
};

/** The message of an error, and what to do next where that is known. */
export function adviceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  const advice = ADVICE[error.name] ?? ADVICE[code];
  return advice === undefined ? error.message : `${error.message}\n${advice}`;
}
