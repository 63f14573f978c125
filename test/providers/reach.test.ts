import { describe, expect, test } from "vitest";
import type { ProviderId } from "../../lib/domain/provider.ts";
import { reachGaps } from "../../lib/providers/reach.ts";

const RELAY = "`relayUrl`, because it answers Ethiopian addresses only";
const PINS = "`pins` or a CA in its secret, because its certificate does not verify";
const APP = "`app`, because its receipt link refuses others";
const GAPS = {
  telebirr: `telebirr needs ${RELAY}.`,
  cbe: `cbe needs ${PINS} and ${APP}.`,
  awash: `awash needs ${PINS}.`,
  mpesa: `mpesa needs ${RELAY}.`,
};

const relayUrl = "https://relay.example";
const pins = [`${"A".repeat(43)}=`];
const app = { id: "app", version: "1" };
type Settings = NonNullable<Parameters<typeof reachGaps>[0][ProviderId]>;
const gapOf = (provider: keyof typeof GAPS, settings: Settings) =>
  reachGaps({ [provider]: settings }).find((gap) => gap.startsWith(provider));

describe("the providers that a configuration cannot reach", () => {
  test("are those that need a relay, a pin or an app id, each with its reason", () => {
    expect(reachGaps({})).toEqual(Object.values(GAPS));
  });

  test.each<[keyof typeof GAPS, Settings]>([
    ["telebirr", { relayUrl }],
    ["awash", { pins }],
    ["awash", { hasSecret: true }],
    ["cbe", { app, pins }],
    ["cbe", { app, hasSecret: true }],
    ["cbe", { baseUrl: "https://bank.example" }],
    ["mpesa", { enabled: false }],
  ])("do not include %s with %j", (provider, settings) => {
    const others = Object.values(GAPS).filter((gap) => gap !== GAPS[provider]);
    expect(reachGaps({ [provider]: settings })).toEqual(others);
  });

  test.each<[keyof typeof GAPS, Settings, string]>([
    ["telebirr", { pins, hasSecret: true, app }, GAPS.telebirr],
    ["awash", { relayUrl }, GAPS.awash],
    ["awash", { pins: [], hasSecret: false, app }, GAPS.awash],
    ["mpesa", { enabled: true }, GAPS.mpesa],
    ["cbe", { pins }, `cbe needs ${APP}.`],
    ["cbe", { app }, `cbe needs ${PINS}.`],
  ])("include %s with no more than %j", (provider, settings, gap) => {
    expect(gapOf(provider, settings)).toBe(gap);
  });
});
