/**
 * Whether a receipt's account is at CBE: 13 digits that begin with 1000, or one of the two recorded masks, `1****6789`
 * (PDF) and `1********6789` (JSON). Receipts of transfers to another bank show a collective account, `E********0000`.
 */
export function isCbeAccount(account: string | null): boolean {
  return (
    account !== null && (/^1000[0-9]{9}$/.test(account) || /^1(\*{4}|\*{8})[0-9]{4}$/.test(account))
  );
}
