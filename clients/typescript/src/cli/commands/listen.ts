import { EVENT_TYPES } from "../../generated/operations.ts";
import { pause } from "../../wait-for-outcome.ts";
import {
  type Command,
  oneOf,
  parseOptions,
  required,
  serverAddress,
  typesOf,
  wholeNumber,
} from "../command.ts";
import { type Context, createContext } from "../context.ts";
import { followEvents } from "../follow-events.ts";
import { progressOf } from "../output.ts";
import { listenSecret, postWebhook, signedHeaders } from "../post-webhook.ts";

/** A server that restarts refuses connections for a few seconds. */
const REFUSED_TRIES = 10;
const PAUSE_AFTER_REFUSAL_MS = 1_000;

const OPTIONS = {
  "forward-to": { type: "string" },
  events: { type: "string" },
  replay: { type: "string" },
  "print-secret": { type: "boolean" },
} as const;

/** Forwards events to a server on this machine, signed as webhooks are. */
export const listen: Command = {
  usage: "listen --forward-to URL [--events a,b] [--replay 10] [--print-secret]",
  options: OPTIONS,
  run,
};

async function run(...[args, env]: Parameters<Command["run"]>): Promise<void> {
  const { values } = parseOptions(args, OPTIONS);
  const context = createContext(values, env);
  const client = context.withKey();
  const secret = listenSecret(context.apiKey ?? "");
  if (values["print-secret"]) {
    return context.print(context.json ? JSON.stringify({ secret }) : secret);
  }
  const target = serverAddress(required(values["forward-to"], "--forward-to"));
  const wanted =
    values.events && typesOf(values.events).map((type) => oneOf(type, "--events", EVENT_TYPES));
  const replay = wholeNumber(values.replay, "--replay", 0);
  context.note(`Signing secret: ${secret}`);
  const followed = followEvents(client, {
    replay,
    ...(wanted && { types: wanted }),
    // Not before: scripts wait for this line, and then create a checkout.
    onStart: () => context.note(`Forwarding events to ${target}`),
    onReplay: (done, total) => progressOf(context, "Replayed", total, false)(done),
    onFault: (message) => context.note(message),
  });
  for await (const event of followed) {
    const body = JSON.stringify(event);
    const result = await forwardPatiently(context, target, event.id, body, secret);
    const line = { type: event.type, id: event.id, ...result };
    context.print(
      context.json
        ? JSON.stringify(line)
        : `${event.type.padEnd(24)} ${event.id}  ${result.status ?? result.error}  ${result.duration_ms} ms`,
    );
  }
}

/** Tries again while nothing listens at the target, up to `REFUSED_TRIES`. */
async function forwardPatiently(
  context: Context,
  ...forwarded: Parameters<typeof forward>
): ReturnType<typeof forward> {
  let result = await forward(...forwarded);
  for (let tries = 1; result.error === "ECONNREFUSED" && tries < REFUSED_TRIES; tries++) {
    if (tries === 1) context.note(`Nothing listens at ${forwarded[0]}. Retrying.`);
    await pause(PAUSE_AFTER_REFUSAL_MS);
    result = await forward(...forwarded);
  }
  return result;
}

async function forward(target: string, id: string, body: string, secret: string) {
  const start = performance.now();
  const response = await postWebhook(target, signedHeaders(id, body, secret), body);
  return { ...response, duration_ms: Math.round(performance.now() - start) };
}
