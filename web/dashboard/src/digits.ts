/**
 * The digits of what was typed as 0 to 9, also from a keyboard that types Arabic or Ethiopic ones; the latter have no zero. The
 * Ethiopic tens, hundreds and ten thousands stay as they are, because each is a number of its own (፳፭ is 25): no field takes them.
 */
export function digitsOf(typed: string): string {
  return typed
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) % 16}`)
    .replaceAll(/[\u1369-\u1371]/g, (digit) => `${digit.charCodeAt(0) - 0x1368}`)
    .replaceAll(/[^\d\u1372-\u137c]/g, "");
}

/** Whether nothing but digits is left. */
export function isDigits(text: string): boolean {
  return /^\d*$/.test(text);
}
