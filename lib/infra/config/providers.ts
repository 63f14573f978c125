import type { StageConfigInput } from "../stage-config.ts";

/**
 * The providers' configuration of every stage. It reaches each host that answers any address with a
 * certificate that verifies; `cdk synth` lists what the others still need. Add to an entry:
 *
 * - `relayUrl`, for telebirr and M-Pesa, which answer Ethiopian addresses only (`relay/README.md`);
 * - `pins`, for CBE's PDF host and Awash, whose certificates do not verify. Take the pin from two
 *   networks that you trust (`docs/providers/operations.md`).
 */
export const PROVIDERS: StageConfigInput["providers"] = {
  // Constants of CBE's receipt page, the same for everyone. When the bank changes them, its link answers
  // 400 to every request: read the new values from the page's own requests.
  cbe: {
    app: {
      id: "d1292e42-7400-49de-a2d3-9731caa4c819",
      version: "0a01980b-9859-1369-8198-59f403820000",
    },
  },
};
