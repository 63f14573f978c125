import { Unreadable } from "./unreadable.ts";

/**
 * The bytes of a stream in ASCII85 (PDF 32000-1, section 7.4.3), which ends at `~`. Throws `Unreadable` for whatever
 * a parser might read in another way.
 */
export function fromAscii85(stream: Buffer): Buffer {
  const text = stream.toString("latin1").replaceAll(/[\s\0]/g, "");
  const end = text.indexOf("~");
  if (end < 0) throw new Unreadable("PDF has a stream without its end");
  const words: Buffer[] = [];
  // Four zeros have a short form, at the start of a group only.
  for (const [group] of text.slice(0, end).matchAll(/z|[^z].{0,4}/gs)) words.push(wordOf(group));
  return Buffer.concat(words);
}

/** Up to four bytes: one fewer than digits of base 85. */
function wordOf(group: string): Buffer {
  if (group === "z") return Buffer.alloc(4);
  let value = 0;
  for (const digit of group.padEnd(5, "u")) value = value * 85 + digit.charCodeAt(0) - 33;
  if (!/^[!-u]{2,5}$/.test(group) || value > 0xffff_ffff) {
    throw new Unreadable("PDF has a stream damaged or too long");
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes.subarray(0, group.length - 1);
}
