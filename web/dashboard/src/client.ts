import { createClient } from "../../../lib/contract/client.ts";
import { announceSignedOut } from "./session.ts";

/** The one client of the page, at its own origin. */
export const client = createClient({ onSignedOut: announceSignedOut });
