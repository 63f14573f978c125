/** Whether a number, masked or whole, can be an account at CBE: they are 13 digits and begin with 1000. */
export function isCbeAccount(account: string | null): boolean {
  return account !== null && (/^1000[0-9]{9}$/.test(account) || /^1[0-9]*\*+[0-9]+$/.test(account));
}
