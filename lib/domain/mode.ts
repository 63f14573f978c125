/** Live and test objects are separate: each mode has its own keys, claims and events. */
export type Mode = "live" | "test";

export function modeOf(livemode: boolean): Mode {
  return livemode ? "live" : "test";
}
