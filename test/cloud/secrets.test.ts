import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { GetSecretValueCommand, SecretsManagerClient } from "../../lib/cloud/aws-services.ts";
import {
  readSecretNow,
  SECRET_CACHE_MS,
  SecretError,
  secretReader,
} from "../../lib/cloud/secrets.ts";
import { mockClient } from "../support/aws-mock.ts";

const manager = mockClient(SecretsManagerClient);
const client = new SecretsManagerClient({ region: "eu-west-1" });
const Schema = z.strictObject({ pepper: z.string().min(8) });
const ARN = "arn:aws:secretsmanager:eu-west-1:1:secret:otp-pepper";

let now = 0;
const reader = () => secretReader(client, () => now);
const holds = (text: string) => manager.on(GetSecretValueCommand).resolves({ SecretString: text });

beforeEach(() => {
  manager.reset();
  now = 1_000_000;
});

describe("a secret", () => {
  test("is parsed, and read once in five minutes", async () => {
    holds('{"pepper":"longenough"}');
    const { read } = reader();
    expect(await read(ARN, Schema)).toEqual({ pepper: "longenough" });
    now += SECRET_CACHE_MS - 1;
    await read(ARN, Schema);
    expect(manager.calls()).toHaveLength(1);
    holds('{"pepper":"rotatedone"}');
    now += 1;
    expect(await read(ARN, Schema)).toEqual({ pepper: "rotatedone" });
    expect(manager.calls()).toHaveLength(2);
  });

  test("is read anew for a reader that wants a newer copy than the cached one", async () => {
    holds('{"pepper":"longenough"}');
    const { read } = reader();
    await read(ARN, Schema);
    holds('{"pepper":"rotatedone"}');
    now += 60_000;
    expect(await read(ARN, Schema)).toEqual({ pepper: "longenough" });
    expect(await read(ARN, Schema, 60_000)).toEqual({ pepper: "rotatedone" });
  });

  test("is read anew once the clock was set back", async () => {
    holds('{"pepper":"longenough"}');
    const { read } = reader();
    await read(ARN, Schema);
    now -= SECRET_CACHE_MS;
    await read(ARN, Schema);
    expect(manager.calls()).toHaveLength(2);
  });

  test("is asked for once by many at the same time", async () => {
    holds('{"pepper":"longenough"}');
    const { read } = reader();
    await Promise.all(Array.from({ length: 20 }, () => read(ARN, Schema)));
    expect(manager.calls()).toHaveLength(1);
  });

  test("that could not be read is asked for again", async () => {
    manager.on(GetSecretValueCommand).rejectsOnce(new Error("down"));
    const { read } = reader();
    await expect(read(ARN, Schema)).rejects.toThrow("down");
    holds('{"pepper":"longenough"}');
    expect(await read(ARN, Schema)).toEqual({ pepper: "longenough" });
  });

  test("that is forgotten is read anew", async () => {
    holds('{"pepper":"longenough"}');
    const { read, forget } = reader();
    await read(ARN, Schema);
    forget(ARN);
    await read(ARN, Schema);
    expect(manager.calls()).toHaveLength(2);
  });

  test.each([
    ["not JSON", "canary-value"],
    ["of another shape", '{"pepper":"canary","canary-value":1}'],
    ["too short", '{"pepper":"canary"}'],
    ["JSON of another kind", '"canary-value"'],
  ])(
    "that is %s is refused by name and never quoted, also before it is replaced",
    async (_, text) => {
      holds(text);
      for (const read of [reader().read(ARN, Schema), readSecretNow(client, ARN, Schema)]) {
        const failure = await read.catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(SecretError);
        expect(String(failure)).toContain(ARN);
        expect(String(failure)).not.toContain("canary");
      }
    },
  );

  test("without a text is refused by name", async () => {
    manager.on(GetSecretValueCommand).resolves({});
    await expect(reader().read(ARN, Schema)).rejects.toThrow(`${ARN} has no text`);
  });
});
