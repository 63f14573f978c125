import { afterEach, describe, expect, it, test, vi } from "vitest";
import { createSchedules, nextDue } from "../../../lib/local/events/schedules.ts";
import { createActivity } from "../../../lib/local/log-sink.ts";

const next = (expression: string, last: string) =>
  new Date(nextDue(expression, Date.parse(last))).toISOString();

describe("a schedule is due", () => {
  it.each([
    ["rate(1 minute)", "2026-03-01T00:00:30Z", "2026-03-01T00:01:30.000Z"],
    ["rate(6 hours)", "2026-03-01T20:00:00Z", "2026-03-02T02:00:00.000Z"],
    ["rate(10 days)", "2026-03-01T20:00:00Z", "2026-03-11T20:00:00.000Z"],
  ])("%s after %s", (expression, last, expected) => {
    expect(next(expression, last)).toBe(expected);
  });

  it.each(["rate(0 minutes)", "rate(5 weeks)", "rate(5)", "every day", "cron(0 3 * * ? *)"])(
    "never, if it is %s: that is an error",
    (expression) => {
      expect(() => nextDue(expression, 0)).toThrow(`the schedule ${expression} is not supported`);
    },
  );
});

describe("schedules that watch the clock", () => {
  afterEach(() => void vi.useRealTimers());

  const everyMinute = () => {
    const kept = new Map<string, string>();
    const ran: string[] = [];
    const schedules = createSchedules({
      schedules: [
        {
          name: "sweep",
          expression: "rate(1 minute)",
          targets: [{ arn: "arn:sweep", input: null, inputPath: null, roleArn: null }],
        },
      ],
      place: { region: "eu-central-1", queueUrlBase: "http://localhost" },
      activity: createActivity(),
      checkpoints: {
        get: (id) => kept.get(id) ?? null,
        set: (id, value) => void kept.set(id, value ?? ""),
      },
      deliver: async () => void ran.push("sweep"),
      now: Date.now,
    });
    return { schedules, ran };
  };

  test("run once for each time that they are due", async () => {
    vi.useFakeTimers();
    const { schedules, ran } = everyMinute();
    schedules.start();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ran).toEqual(["sweep"]);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(ran).toEqual(["sweep", "sweep"]);
    schedules.close();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ran).toHaveLength(2);
  });

  test("run again soon after a machine's clock that was ahead is corrected", async () => {
    vi.useFakeTimers();
    const start = Date.now();
    const { schedules, ran } = everyMinute();
    schedules.start();
    vi.setSystemTime(start + 400 * 86_400_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ran).toEqual(["sweep"]);
    vi.setSystemTime(start);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(ran).toEqual(["sweep", "sweep"]);
    schedules.close();
  });

  test("wait for a call where they do not watch", async () => {
    vi.useFakeTimers();
    const { schedules, ran } = everyMinute();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ran).toEqual([]);
    await schedules.run("sweep");
    expect(ran).toEqual(["sweep"]);
  });
});
