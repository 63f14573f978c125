import * as z from "zod";
import type { TimeTravel } from "./clock.ts";
import type { Schedules } from "./events/schedules.ts";
import type { LocalResponse, LocalRoutes } from "./local-route.ts";
import type { SmsInbox } from "./sms-inbox.ts";

// The stack's own helpers under `/_local/`: clock, schedules, idle, SMS inbox.

const clockInput = z.strictObject({
  advance_seconds: z
    .number()
    .min(0)
    .max(366 * 86_400),
});

export function controlRoutes(options: {
  readonly time: TimeTravel;
  readonly schedules: Schedules;
  readonly inbox: SmsInbox;
  /** ms on the moved clock */
  readonly now: () => number;
}): LocalRoutes {
  const { time, schedules, inbox, now } = options;
  return async (request): Promise<LocalResponse | null> => {
    const path = request.path.replace(/\/$/, "");
    const action = `${request.method} ${path}`;
    if (action === "GET clock")
      return { status: 200, body: { now: new Date(now()).toISOString() } };
    if (action === "POST clock") return moveClock(time, request.body);
    if (action === "POST idle") {
      const idle = await time.settle();
      return { status: idle ? 200 : 503, body: { idle, now: new Date(now()).toISOString() } };
    }
    if (action === "GET sms") {
      return { status: 200, body: { messages: inbox.find(request.query.get("phone")) } };
    }
    const schedule = /^POST schedules\/([\w-]+)\/run$/.exec(action)?.[1];
    return schedule === undefined ? null : runSchedule(schedules, schedule);
  };
}

async function moveClock(time: TimeTravel, body: Uint8Array): Promise<LocalResponse> {
  const parsed = clockInput.safeParse(parseJson(body));
  if (!parsed.success) return { status: 400, body: { error: z.prettifyError(parsed.error) } };
  return { status: 200, body: await time.advance(parsed.data.advance_seconds) };
}

async function runSchedule(schedules: Schedules, name: string): Promise<LocalResponse> {
  try {
    const found = await schedules.run(name);
    return found
      ? { status: 200, body: { ran: name } }
      : { status: 404, body: { error: `there is no schedule ${name}` } };
  } catch (error) {
    return { status: 500, body: { error: String(error) } };
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
