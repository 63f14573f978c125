import type { Role } from "../../lib/contract/roles.ts";
import { approveCheckout, rejectCheckout } from "../../lib/contract/routes/platform-checkouts.ts";
import {
  inviteMember,
  removeMember,
  updateMember,
} from "../../lib/contract/routes/platform-team.ts";
import { newId } from "../../lib/domain/ids.ts";
import type { User } from "../../lib/domain/user.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import type { UserPrincipal } from "../../lib/pipeline/principal.ts";
import { newSessionWrite } from "../../lib/store/sessions.ts";
import { transact } from "../../lib/store/transact.ts";
import { newUserWrites } from "../../lib/store/users.ts";
import { newSessionId, sessionOf } from "../support/users.ts";
import type { Caller } from "./caller.ts";
import { acceptInvitation } from "./functions.ts";
import { decide, release, shopOf } from "./moves.ts";
import type { Prng } from "./prng.ts";
import type { KnownCheckout, KnownMember, Shop } from "./simulation.ts";

const MOST_MEMBERS = 4;
const ROLES = ["manager", "manager", "cashier", "accountant"] as const;

type Act = (caller: Caller, random: Prng) => Promise<void>;

/** What owners do with their team, and what members do while payments run. */
export const MEMBER_ACTIONS = {
  "member comes": async (caller, random) => {
    const shop = shopOf(caller, random);
    if (caller.simulation.members.filter((member) => member.shop === shop).length >= MOST_MEMBERS)
      return;
    const body = { role: random.pick([...ROLES]) };
    const answer = await caller.byUser(shop, "platform/invite-member", inviteMember, { body });
    if (answer?.status !== 201) return;
    const token = String(answer.body.url).split("#")[1] ?? "";
    await Promise.all(
      // Now and then, two people open the same link at the same moment.
      Array.from({ length: random.chance(0.2) ? 2 : 1 }, () =>
        join(caller, shop, token, body.role),
      ),
    );
  },
  "member decides": async (caller, random) => {
    const member = memberOf(caller, random);
    if (member === null) return;
    const checkout = undecidedOf(caller, member.shop, random);
    if (checkout === null) return;
    const act = caller.as(await principalOf(caller, member, random));
    const kind = random.weighted({ approve: 4, reject: 2, release: 1 });
    if (kind === "approve") {
      await decide(act, random, "platform/approve-checkout", approveCheckout, checkout);
    } else if (kind === "reject") {
      await decide(act, random, "platform/reject-checkout", rejectCheckout, checkout);
    } else await release(act, random, checkout);
  },
  "member changes": async (caller, random) => {
    const member = memberOf(caller, random);
    if (member === null) return;
    const role = random.pick([...ROLES]);
    await caller.byUser(member.shop, "platform/update-member", updateMember, {
      params: { id: member.userId },
      body: { role },
    });
  },
  "member goes": async (caller, random) => {
    const member = memberOf(caller, random);
    if (member === null) return;
    const path = "platform/remove-member";
    await caller.byUser(member.shop, path, removeMember, { params: { id: member.userId } });
  },
} as const satisfies Readonly<Record<string, Act>>;

/** Removed ones too, and rather: they go on trying. */
export function memberOf({ simulation }: Caller, random: Prng): KnownMember | null {
  const gone = simulation.members.filter(({ accountId, userId }) =>
    simulation.ended.has(`${accountId} ${userId}`),
  );
  const all = gone.length > 0 && random.chance(0.5) ? gone : simulation.members;
  return all.length === 0 ? null : random.pick([...all]);
}

/** A checkout of the shop in review, or any of its last ones if there is none. */
export function undecidedOf(
  { simulation }: Caller,
  shop: Shop,
  random: Prng,
): KnownCheckout | null {
  const own = simulation.checkouts.filter((checkout) => checkout.shop === shop).slice(-20);
  const inReview = own.filter(({ id }) => {
    return simulation.table.rows.get({ pk: `CO#${id}`, sk: "CO.state" })?.status === "review";
  });
  const all = inReview.length > 0 ? inReview : own;
  return all.length === 0 ? null : random.pick(all);
}

/** A new user signs up and accepts the invitation. */
async function join(caller: Caller, shop: Shop, token: string, role: Role): Promise<void> {
  const now = Date.now();
  const [userId, ownAccount] = [
    newId("usr_", now, randomBytes(10)),
    newId("acc_", now, randomBytes(10)),
  ];
  const facts = { createdAt: now, closedAt: null };
  const user: User = {
    ...{ id: userId, accountId: ownAccount, name: null },
    ...{ phone: "+251911000000", telegram: null, ...facts },
  };
  const session = { sessionId: newSessionId(now), userId, accountId: shop.accountId };
  const member: KnownMember = { ...session, shop, token: role };
  await caller.scheduler
    .task("accept-invitation", caller.plan(), async () => {
      const account = { id: ownAccount, ownerId: userId, ...facts };
      await transact(table(), [
        ...newUserWrites(user, account),
        newSessionWrite(sessionOf(session, "phone", now)),
      ]);
      await acceptInvitation(user, token, Date.now());
    })
    // Whose process died may be a member all the same.
    .catch(() => {});
  caller.simulation.members.push(member);
}

/** Whose token a member uses: their last one, or a new one with the role that they have by now. */
export async function principalOf({ simulation }: Caller, member: KnownMember, random: Prng) {
  const row = simulation.table.rows.get({ pk: `MEM#${member.accountId}`, sk: member.userId });
  if (row && random.chance(0.5)) member.token = row.role as Role;
  const { userId, accountId, sessionId, token: role } = member;
  return { kind: "user", userId, accountId, sessionId, role, apps: null } satisfies UserPrincipal;
}
