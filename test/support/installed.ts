import { spawnSync } from "node:child_process";

/** Whether a program runs here. Says in one line what is left out where it does not. */
export function isInstalled(
  [command = "", ...args]: readonly string[],
  { leftOut, cwd }: { readonly leftOut: string; readonly cwd?: string },
): boolean {
  const { status } = spawnSync(command, args, { stdio: "ignore", ...(cwd && { cwd }) });
  if (status !== 0) console.log(`Not run: ${leftOut} (${command} or its library is not installed)`);
  return status === 0;
}
