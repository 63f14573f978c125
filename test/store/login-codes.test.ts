import { afterAll, beforeAll, expect, it } from "vitest";
import { GetCommand, PutCommand } from "../../lib/cloud/dynamodb.ts";
import {
  consumeLoginCode,
  getLoginCode,
  replaceLoginCode,
  takeTry,
} from "../../lib/store/login-codes.ts";
import { startTable, type TestTable } from "../support/table.ts";

let engine: TestTable;
const NOW = 1_795_000_000_000;
const CODE = {
  codeHash: "a".repeat(64),
  sentAt: NOW,
  sends: 1,
  dayBeganAt: NOW,
  sendsInDay: 1,
  expiresAt: NOW + 300_000,
};

beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine?.stop());

it("allows exactly five of two hundred concurrent tries", async () => {
  await replaceLoginCode(engine.table, "+251910000001", null, CODE);
  const tries = await Promise.all(
    Array.from({ length: 200 }, () => takeTry(engine.table, "+251910000001", NOW + 1)),
  );
  expect(tries.filter((hash) => hash !== null)).toHaveLength(5);
});

it("can be read by a release that does not count the codes of a day, and reads that release's codes", async () => {
  const phone = "+251910000005";
  await replaceLoginCode(engine.table, phone, null, CODE);
  const key = { pk: `OTP#${phone}`, sk: "OTP" };
  const { name: TableName, client } = engine.table;
  const { Item } = await client.send(new GetCommand({ TableName, Key: key }));
  // Without `v` it has the first shape, the only one that such a release reads.
  expect(Item).not.toHaveProperty("v");
  const { dayBeganAt: _, sendsInDay: __, ...uncounted } = Item ?? {};
  await client.send(new PutCommand({ TableName, Item: uncounted }));
  expect(await getLoginCode(engine.table, phone)).toMatchObject({ sentAt: NOW, sends: 1 });
});

it("allows no try after the expiry, to the millisecond", async () => {
  await replaceLoginCode(engine.table, "+251910000002", null, CODE);
  expect(await takeTry(engine.table, "+251910000002", CODE.expiresAt)).toBeNull();
  expect(await takeTry(engine.table, "+251910000002", CODE.expiresAt - 1)).toBe(CODE.codeHash);
});

it("lets one of many concurrent requests use a code, and none a replaced code", async () => {
  const phone = "+251910000003";
  await replaceLoginCode(engine.table, phone, null, CODE);
  const before = await getLoginCode(engine.table, phone);
  const newer = { ...CODE, codeHash: "b".repeat(64), sentAt: NOW + 60_000, sends: 2 };
  expect(await replaceLoginCode(engine.table, phone, before, newer)).toBe(true);
  expect(await consumeLoginCode(engine.table, phone, CODE.codeHash)).toBe(false);
  const used = await Promise.all(
    Array.from({ length: 10 }, () => consumeLoginCode(engine.table, phone, newer.codeHash)),
  );
  expect(used.filter(Boolean)).toHaveLength(1);
});

it("stores one of two codes sent at the same time", async () => {
  const phone = "+251910000004";
  const both = await Promise.all(
    ["c", "d"].map((letter) =>
      replaceLoginCode(engine.table, phone, null, { ...CODE, codeHash: letter.repeat(64) }),
    ),
  );
  expect(both.filter(Boolean)).toHaveLength(1);
});
