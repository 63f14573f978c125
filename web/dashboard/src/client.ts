import { createApiClient } from "./api-client.ts";
import { announceSignedOut, renewUser } from "./session.ts";

/** The client of the page, at the page's own origin. */
export const client = createApiClient({
  onSignedOut: announceSignedOut,
  onRenewed: ({ user }) => renewUser(user),
  // Where an invitation was accepted, but the answer lost, the page would call the invitation used.
  onOtherAccount: () => (location.pathname === "/join" ? location.assign("/") : location.reload()),
});
