/** The global under which the local stack offers the machine's own time while it moves `Date`. */
export const MACHINE_TIME: unique symbol = Symbol.for("checkout.machine-time");

/**
 * Milliseconds since the epoch by the machine's own clock, for what another program compares with its
 * clock, such as a webhook's signature. Equal to `Date.now()` except after the local stack moved its clock.
 */
export function machineNow(): number {
  const own = (globalThis as { [MACHINE_TIME]?: () => number })[MACHINE_TIME];
  return own === undefined ? Date.now() : own();
}
