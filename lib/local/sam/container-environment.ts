/**
 * Variables with addresses that a function connects to; the SQS client connects to the host of a queue URL.
 * Other variables contain addresses for people (`PUBLIC_BASE_URL`), or addresses that the service accepts only
 * as loopback or https (`telegram.issuer`).
 */
const CONNECTS = /^(?:AWS_ENDPOINT_URL_|QUEUE_URL_|PROVIDER_.*_BASE_URL$)/;

/** A function's variables, with loopback replaced by an address that a container can reach. */
export function containerEnvironment(
  variables: Readonly<Record<string, string>>,
  host: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      CONNECTS.test(name) ? value.replaceAll("//127.0.0.1:", `//${host}:`) : value,
    ]),
  );
}
