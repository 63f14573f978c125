/** The digits of what was typed as 0 to 9, also from a keyboard that types Arabic or Ethiopic ones; the latter have no zero. */
export function digitsOf(typed: string): string {
  return typed
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) % 16}`)
    .replaceAll(/[\u1369-\u1371]/g, (digit) => `${digit.charCodeAt(0) - 0x1368}`)
    .replaceAll(/\D/g, "");
}
