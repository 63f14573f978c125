import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { invalidField, type ServiceError } from "../domain/errors.ts";
import { cursorKey } from "./cursor-key.ts";
import type { Item, Table } from "./transact.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a table key into a cursor, so that callers see neither keys nor account ids.
 *
 * @param bindTo tenant and filters: the cursor opens only with the same values
 */
export async function sealCursor(
  table: Table,
  key: Item,
  bindTo: readonly unknown[],
): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await cursorKey(table), iv).setAAD(digest(bindTo));
  const sealed = [cipher.update(JSON.stringify(key), "utf8"), cipher.final()];
  return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString("base64url");
}

/**
 * Decrypts a cursor of the same list.
 *
 * @throws ServiceError `invalid_request` for anything else
 */
export async function openCursor(
  table: Table,
  cursor: string,
  bindTo: readonly unknown[],
): Promise<Item> {
  const bytes = Buffer.from(cursor, "base64url");
  // The decoder skips what it cannot read, such as a character too many.
  const isExact = bytes.toString("base64url") === cursor;
  if (!isExact || bytes.length <= IV_BYTES + TAG_BYTES) throw notACursor();
  const key = await cursorKey(table);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(digest(bindTo))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
    return JSON.parse(Buffer.concat(opened).toString("utf8")) as Item;
  } catch {
    throw notACursor();
  }
}

/**
 * Turns table keys into the cursors of one list, and back.
 *
 * @param internal the cursors stay inside the service: they are the keys as they are
 */
export function cursorsFor(table: Table, bindTo: readonly unknown[], internal?: true) {
  if (internal) {
    return {
      seal: async (key: Item) => JSON.stringify(key),
      open: async (cursor: string) => JSON.parse(cursor) as Item,
    };
  }
  return {
    seal: (key: Item) => sealCursor(table, key, bindTo),
    open: (cursor: string) => openCursor(table, cursor, bindTo),
  };
}

function notACursor(): ServiceError {
  return invalidField("cursor", "is not a cursor of this list");
}

function digest(values: readonly unknown[]): Buffer {
  return createHash("sha256").update(JSON.stringify(values)).digest();
}
