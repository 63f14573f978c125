import type { Demand } from "./policy.ts";

/** One request of an AWS client, to any service. */
export type AwsCall = {
  /** e.g. `SendMessage` */
  readonly operation: string;
  readonly input: unknown;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
};
export type AwsAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array | string;
};

export type AwsService = {
  /** As in the credential scope, e.g. `sqs`. */
  readonly scope: string;
  /** The error code with which this service denies access. */
  readonly deniedCode: string;
  /** The permissions that the call needs. @throws AwsError for an unsupported operation. */
  demands(call: AwsCall): readonly Demand[];
  handle(call: AwsCall): Promise<AwsAnswer>;
};

/** An error to return in the service's own format. */
export class AwsError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function jsonAnswer(body: object): AwsAnswer {
  return { status: 200, contentType: "application/x-amz-json-1.1", body: JSON.stringify(body) };
}
