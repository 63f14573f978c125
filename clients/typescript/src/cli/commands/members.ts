import {
  platformInviteMember,
  platformListInvitations,
  platformListMembers,
  platformRemoveMember,
  platformUpdateMember,
  platformWithdrawInvitation,
} from "../../generated/operations.ts";
import { type Command, oneOf, parseOptions, required, wholeNumber } from "../command.ts";
import { Failure } from "../config.ts";
import { type Context, createContext } from "../context.ts";
import { printItems, printObject } from "../output.ts";

const OPTIONS = {
  role: { type: "string" },
  app: { type: "string", multiple: true },
  phone: { type: "string" },
  telegram: { type: "string" },
  "revoke-keys": { type: "boolean" },
} as const;
const ROLES = ["manager", "developer", "cashier", "accountant"] as const;
const FIELDS = ["id", "name", "phone", "telegram_username", "role", "apps"];
const INVITED = ["id", "role", "phone", "telegram_username", "expires_at", "url"];

/** The members of the account, and its open invitations. */
export const members: Command = {
  usage:
    "members list | invite --role cashier [--phone 0911998877 | --telegram NAME] [--app 12] | role usr_… --role manager | remove usr_… [--revoke-keys] | remove inv_…",
  actions: ["list", "invite", "role", "remove"],
  options: OPTIONS,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const context = createContext(values, env);
    const [action, id] = positionals;
    if (action === "list") return list(context);
    if (action === "invite") return invite(context, values);
    if (action === "role") return changeRole(context, required(id, "The member's id"), values);
    if (action === "remove") {
      return remove(context, required(id, "The id"), values["revoke-keys"] === true);
    }
    throw new Failure("usage", "Choose an action: members list, invite, role or remove.");
  },
};

interface Given {
  readonly role?: string | undefined;
  readonly app?: readonly string[] | undefined;
  readonly phone?: string | undefined;
  readonly telegram?: string | undefined;
}

async function list(context: Context): Promise<void> {
  const client = context.withLogin();
  const [joined, invited] = await Promise.all([
    client.call(platformListMembers),
    client.call(platformListInvitations),
  ]);
  printItems(context, { items: [...joined.data, ...invited.data], more: false }, FIELDS);
}

async function invite(context: Context, given: Given): Promise<void> {
  const apps = appsOf(given);
  const invitation = await context.withLogin().call(platformInviteMember, {
    body: {
      role: roleOf(given),
      ...(apps && { apps }),
      ...(given.phone !== undefined && { phone: given.phone }),
      ...(given.telegram !== undefined && { telegram_username: given.telegram }),
    },
  });
  printObject(context, invitation, INVITED);
  if (given.phone !== undefined) {
    context.note(invitation.sent ? "The link was sent by SMS." : "The SMS could not be sent.");
  }
}

async function changeRole(context: Context, id: string, given: Given): Promise<void> {
  const apps = appsOf(given);
  const body = { role: roleOf(given), ...(apps && { apps }) };
  const member = await context.withLogin().call(platformUpdateMember, { params: { id }, body });
  printObject(context, member, FIELDS);
}

const STAYS =
  "Secrets they know and webhook endpoints they added keep working. Rotate the secrets, and check the endpoints' URLs.";

/**
 * Removes a member and, with `--revoke-keys`, revokes the API keys they created; or withdraws an invitation.
 *
 * @throws Failure for an invitation with `--revoke-keys`: nobody has joined who could have created keys
 */
async function remove(context: Context, id: string, revokesKeys: boolean): Promise<void> {
  const isInvitation = id.startsWith("inv_");
  if (isInvitation && revokesKeys)
    throw new Failure("usage", "--revoke-keys is for members, not for invitations.");
  const client = context.withLogin();
  if (isInvitation) await client.call(platformWithdrawInvitation, { params: { id } });
  else {
    const query = { revoke_api_keys: revokesKeys };
    await client.call(platformRemoveMember, { params: { id }, query });
  }
  if (context.json) context.print(JSON.stringify({ id, removed: true }));
  else context.print(isInvitation ? `Withdrew ${id}.` : `Removed ${id}.`);
  if (!isInvitation) context.note(STAYS);
}

function roleOf({ role }: Given): (typeof ROLES)[number] {
  return oneOf(required(role, "--role"), "--role", ROLES);
}

function appsOf({ app }: Given): readonly number[] | undefined {
  return app?.map((each) => wholeNumber(each, "--app", 0));
}
