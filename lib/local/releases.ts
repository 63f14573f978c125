import { randomUUID } from "node:crypto";
import * as z from "zod";
import { PAYMENT_PATH } from "../contract/functions.ts";
import { ACCOUNT, arn, type Place } from "./assembly/intrinsics.ts";
import type { DeployedRule } from "./assembly/rules.ts";
import { AwsError, type AwsService, jsonAnswer } from "./aws/front-door.ts";
import { type Deliver, matchesPattern, targetInput } from "./events/bus.ts";
import type { LocalRoutes } from "./local-route.ts";

// CodeDeploy, as far as the service asks it. Nothing is deployed here: a person plays a release.

interface Played {
  readonly id: string;
  readonly group: string;
  readonly from: string;
  readonly to: string;
  readonly createdAt: number;
  status: "InProgress" | "Succeeded" | "Stopped";
  endedAt: number | null;
  /** Why it was stopped. */
  message: string | null;
  /** The deployment that rolls this one back, or that this one rolls back. */
  rolledBackBy: string | null;
  readonly rollsBack: string | null;
}

const step = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("begin"), functions: z.array(z.string()).min(1).optional() }),
  z.strictObject({ step: z.literal("succeed") }),
  z.strictObject({ step: z.literal("alarm"), function: z.string(), alarm: z.string() }),
  z.strictObject({ step: z.literal("back") }),
]);
type Step = z.infer<typeof step>;

const request = z.object({ deploymentId: z.string() });
const READS = new Set(["GetDeployment", "GetDeploymentTarget", "ListDeploymentTargets"]);
/** The only one of them that IAM checks against a deployment group; the others need a grant on `*`. */
const OF_GROUP = "GetDeployment";
/** As CodeDeploy names the states in its events. */
const EVENT_STATES = { InProgress: "START", Succeeded: "SUCCESS", Stopped: "STOP" } as const;

/**
 * `POST /_local/releases/` with `{"step": "begin"}` starts a release of the payment path, or of `functions`. Then
 * `succeed`, or `alarm` with the `function` and the `alarm` that stops it, and `back` when its traffic is back. Each sends CodeDeploy's
 * events through the rule of the template, and the service reads CodeDeploy as it does on AWS.
 */
export function createReleases(options: {
  readonly place: Place;
  readonly stage: string;
  readonly rules: readonly DeployedRule[];
  readonly deliver: Deliver;
  /** ms on the moved clock */
  readonly now: () => number;
}): { readonly service: AwsService; readonly routes: LocalRoutes } {
  const { place, stage, rules, deliver, now } = options;
  const application = `checkout-${stage}-releases`;
  const played = new Map<string, Played>();
  const groupArn = (group: string) =>
    arn("codedeploy", place, `deploymentgroup:${application}/${group}`);

  const begin = (group: string, from: string, to: string, rollsBack: string | null): Played => {
    const id = `d-${randomUUID().slice(0, 9).replace("-", "").toUpperCase()}`;
    const status = "InProgress";
    const rest = { status, endedAt: null, message: null, rolledBackBy: null, rollsBack } as const;
    const one: Played = { id, group, from, to, createdAt: now(), ...rest };
    played.set(id, one);
    return one;
  };
  const running = (isWayBack: boolean) =>
    [...played.values()].filter(
      ({ status, rollsBack }) => status === "InProgress" && (rollsBack !== null) === isWayBack,
    );
  const end = (one: Played, status: Played["status"], message: string | null = null) =>
    Object.assign(one, { status, message, endedAt: now() });
  const versionOf = (group: string) =>
    Number(
      [...played.values()].findLast((one) => one.group === group && one.status === "Succeeded")
        ?.to ?? 41,
    );

  const stop = (one: Played, { function: failing, alarm }: Extract<Step, { step: "alarm" }>) => {
    const isCause = one.group === failing;
    const text = isCause ? `Activated alarms: <checkout-${stage}-${alarm}>` : "Stopped by a person";
    end(one, "Stopped", text);
    const wayBack = begin(one.group, one.to, one.from, one.id);
    one.rolledBackBy = wayBack.id;
    return [one, wayBack];
  };
  const play = (given: Step): readonly Played[] => {
    switch (given.step) {
      case "begin":
        return (given.functions ?? [...PAYMENT_PATH]).map((group) => {
          const from = versionOf(group);
          return begin(group, String(from), String(from + 1), null);
        });
      case "succeed":
        return running(false).map((one) => end(one, "Succeeded"));
      case "alarm":
        return running(false).flatMap((one) => stop(one, given));
      case "back":
        return running(true).map((one) => end(one, "Succeeded"));
    }
  };
  const tell = async ({ id, group, status }: Played) => {
    const event = {
      ...{ version: "0", id: randomUUID(), account: ACCOUNT, region: place.region },
      "detail-type": "CodeDeploy Deployment State-change Notification",
      source: "aws.codedeploy",
      time: new Date(now()).toISOString(),
      resources: [groupArn(group), arn("codedeploy", place, `application:${application}`)],
      detail: {
        ...{ application, deploymentGroup: group, deploymentId: id, region: place.region },
        ...{ instanceGroupId: randomUUID(), state: EVENT_STATES[status] },
      },
    };
    for (const { bus, pattern, targets } of rules) {
      if (bus !== "default" || !matchesPattern(pattern, event)) continue;
      for (const target of targets) await deliver(target, [targetInput(target, event)]);
    }
  };

  const find = (input: unknown): Played => {
    const found = played.get(request.parse(input).deploymentId);
    if (found === undefined) {
      throw new AwsError(400, "DeploymentDoesNotExistException", "There is no such deployment.");
    }
    return found;
  };
  return {
    service: {
      scope: "codedeploy",
      deniedCode: "AccessDeniedException",
      demands({ operation, input }) {
        if (!READS.has(operation)) {
          const text = `codedeploy:${operation} is not supported by the local stack`;
          throw new AwsError(400, "UnsupportedOperation", text);
        }
        const resource = operation === OF_GROUP ? groupArn(find(input).group) : "*";
        return [{ action: `codedeploy:${operation}`, resource }];
      },
      handle: async ({ operation, input }) => jsonAnswer(ANSWERS[operation]?.(find(input)) ?? {}),
    },
    async routes({ method, path, body }) {
      if (`${method} ${path.replace(/\/$/, "")}` !== "POST releases") return null;
      const parsed = step.safeParse(parseJson(body));
      if (!parsed.success) return { status: 400, body: { error: z.prettifyError(parsed.error) } };
      const changed = play(parsed.data);
      for (const one of changed) await tell(one);
      return {
        status: 200,
        body: { deployments: changed.map(({ id, group }) => ({ id, group })) },
      };
    },
  };
}

const ANSWERS: Readonly<Record<string, (one: Played) => object>> = {
  ListDeploymentTargets: ({ group }) => ({ targetIds: [`${group}:live`] }),
  GetDeploymentTarget: ({ from, to }) => ({
    deploymentTarget: {
      deploymentTargetType: "LambdaTarget",
      lambdaTarget: { lambdaFunctionInfo: { currentVersion: from, targetVersion: to } },
    },
  }),
  GetDeployment: ({ id, group, status, createdAt, endedAt, message, rolledBackBy, rollsBack }) => ({
    deploymentInfo: {
      ...{ deploymentId: id, deploymentGroupName: group, status, computePlatform: "Lambda" },
      deploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
      createTime: createdAt / 1000,
      ...(endedAt !== null && { completeTime: endedAt / 1000 }),
      ...(message !== null && { errorInformation: { code: "ALARM_ACTIVE", message } }),
      rollbackInfo: {
        ...(rolledBackBy !== null && { rollbackDeploymentId: rolledBackBy }),
        ...(rollsBack !== null && { rollbackTriggeringDeploymentId: rollsBack }),
      },
    },
  }),
};

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
