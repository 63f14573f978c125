import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GetSecretValueCommand, SecretsManagerClient } from "../../../lib/cloud/aws-services.ts";
import { ServiceError } from "../../../lib/domain/errors.ts";
import { alarmEntries } from "../../../lib/infra/alarms.ts";
import { clientAddress } from "../../../lib/pipeline/client-address.ts";
import { getLoginCode } from "../../../lib/store/login-codes.ts";
import type { Phone, readPhone as Read } from "../../../lib/use-cases/login/phone.ts";
import type {
  limitCodesOfAddress as Limit,
  sendLoginCode as Send,
} from "../../../lib/use-cases/login/send-code.ts";
import { mockClient } from "../../support/aws-mock.ts";
import { startRuntime } from "../../support/verification.ts";

const NOW = Date.UTC(2026, 10, 23);
const PER_DAY = 3;
const PER_COUNTRY = 4;
const PER_ADDRESS = 5;

let runtime: Awaited<ReturnType<typeof startRuntime>>;
let limitCodesOfAddress: typeof Limit;
let readPhone: typeof Read;
let sendLoginCode: typeof Send;
let callingCode = 2000;

beforeAll(async () => {
  process.env.SECRET_OTP_PEPPER = "test/otp-pepper";
  runtime = await startRuntime({
    otpPerPhonePerDay: PER_DAY,
    otpPerCountryPerDay: PER_COUNTRY,
    otpPerAddressPerHour: PER_ADDRESS,
    smsSender: "console",
  });
  ({ limitCodesOfAddress } = await import("../../../lib/use-cases/login/send-code.ts"));
  ({ readPhone } = await import("../../../lib/use-cases/login/phone.ts"));
  ({ sendLoginCode } = await import("../../../lib/use-cases/login/send-code.ts"));
  mockClient(SecretsManagerClient)
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify({ value: "pepper of the test".padEnd(64, ".") }) });
});
afterAll(() => runtime.stop());
afterEach(() => vi.restoreAllMocks());

/** A calling code of its own for each test. Its country is not served, so nothing is sent. */
beforeEach(() => {
  callingCode += 1;
});
const phoneOf = (number: number): Phone => ({
  number: `+${callingCode}${String(number).padStart(7, "0")}`,
  callingCode: String(callingCode),
  country: "US",
});

/** What ten requests at once got: how many a code, and how many a refusal. */
async function askTenTimes(number: number, at: number) {
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => sendLoginCode(phoneOf(number), at)),
  );
  return {
    sent: results.filter(({ status }) => status === "fulfilled").length,
    refused: results.filter(
      (result) => result.status === "rejected" && result.reason instanceof ServiceError,
    ).length,
  };
}

const clientAddressOf = (sourceIp: string) =>
  clientAddress({ headers: {}, sourceIp, originSecret: null });

const refusalOf = async (number: number, at: number) =>
  sendLoginCode(phoneOf(number), at).then(
    () => null,
    (error: ServiceError) => error.extras.headers?.["ratelimit-policy"],
  );

test("ten requests at once are one code for the daily limit of their phone", async () => {
  for (let sent = 0; sent < PER_DAY; sent++) {
    expect(await askTenTimes(1, NOW + sent * 1_800_000)).toEqual({ sent: 1, refused: 9 });
  }
  expect(await refusalOf(1, NOW + PER_DAY * 1_800_000)).toBe(`"otp-phone";q=${PER_DAY};w=86400`);
});

test("ten requests at once are one code for the daily limit of their country", async () => {
  for (let phone = 1; phone <= PER_COUNTRY; phone++) {
    expect(await askTenTimes(phone, NOW)).toEqual({ sent: 1, refused: 9 });
  }
  expect(await refusalOf(PER_COUNTRY + 1, NOW)).toBe(`"otp-country";q=${PER_COUNTRY};w=86400`);
});

test("half of a served country's codes raise an alarm, once", async () => {
  const [alarm] = alarmEntries({
    ...{ stage: "test", queues: [], workers: [], providers: [], deadQueues: [], tableName: "t" },
  }).filter(({ name }) => name === "scarce-login-codes");
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const values = () =>
    written.mock.calls
      .map(([line]) => String(line))
      .filter((line) => line.includes(`"${alarm?.metric}":`))
      .map((line) => JSON.parse(line));

  await sendLoginCode(readPhone("0911000001"), NOW);
  expect(values()).toEqual([]);
  for (let phone = 2; phone <= PER_COUNTRY; phone++) {
    await sendLoginCode(readPhone(`091100000${phone}`), NOW);
  }

  expect(values()).toMatchObject([{ ...alarm?.dimensions, LoginCodesScarce: 1 }]);
});

test("codes that are not sent raise no alarm", async () => {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  for (let phone = 1; phone <= PER_COUNTRY; phone++) await sendLoginCode(phoneOf(phone), NOW);
  expect(String(written.mock.calls)).not.toContain("LoginCodesScarce");
});

test("the networks of one IPv6 /48 share four times an address's codes", async () => {
  const ask = (network: number) =>
    limitCodesOfAddress(clientAddressOf(`2001:db8:7:${network.toString(16)}::1`), NOW);
  for (let network = 0; network < 4 * PER_ADDRESS; network++) await ask(network);
  await expect(ask(0xffff)).rejects.toMatchObject({
    extras: { headers: { "ratelimit-policy": `"otp-site";q=${4 * PER_ADDRESS};w=3600` } },
  });
  await limitCodesOfAddress(clientAddressOf("2001:db8:8::1"), NOW);
  await limitCodesOfAddress(clientAddressOf("203.0.113.7"), NOW);
});

test("a phone keeps its last code when its country has none left", async () => {
  for (let phone = 1; phone <= PER_COUNTRY; phone++) await sendLoginCode(phoneOf(phone), NOW);
  const before = await getLoginCode(runtime.table, phoneOf(1).number);

  expect(await refusalOf(1, NOW + 60_000)).toContain("otp-country");

  expect(await getLoginCode(runtime.table, phoneOf(1).number)).toEqual(before);
});
