/** Live and test objects never meet: own keys, own claims, own events. */
export type Mode = "live" | "test";

export function modeOf(livemode: boolean): Mode {
  return livemode ? "live" : "test";
}
