import { describe, expect, it } from "vitest";
import { deploymentReader } from "../../lib/cloud/code-deploy.ts";

const VARIABLES = {
  AWS_REGION: "eu-west-1",
  AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
  AWS_SECRET_ACCESS_KEY: "secret",
  AWS_SESSION_TOKEN: "token",
};
const STOPPED =
  "One or more alarms have been activated according to the Amazon CloudWatch metrics you selected, and the " +
  "affected deployments have been stopped. Activated alarms: <checkout-prod-release-invariants> <checkout-prod-release-authorizer-errors>";

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly input: unknown;
}

function reader(answers: Readonly<Record<string, object>>, status = 200) {
  const sent: Sent[] = [];
  const read = deploymentReader(async (url, init) => {
    const headers = new Headers(init?.headers);
    sent.push({ url: String(url), headers, input: JSON.parse(String(init?.body)) });
    const operation = headers.get("x-amz-target")?.split(".").at(-1) ?? "";
    return Response.json(answers[operation] ?? {}, { status });
  }, VARIABLES);
  return { read, sent };
}

const deploymentInfo = {
  ...{ deploymentId: "d-A", deploymentGroupName: "authorizer", status: "Stopped" },
  deploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
  ...{ createTime: 1_795_600_800.25, completeTime: 1_795_600_900 },
  errorInformation: { code: "ALARM_ACTIVE", message: STOPPED },
  rollbackInfo: { rollbackDeploymentId: "d-B" },
};

describe("a deployment of CodeDeploy", () => {
  it("names its versions, its first share, its alarms and the deployment that takes it back", async () => {
    const lambdaFunctionInfo = { currentVersion: "41", targetVersion: "42" };
    const { read, sent } = reader({
      GetDeployment: { deploymentInfo },
      ListDeploymentTargets: { targetIds: ["one"] },
      GetDeploymentTarget: { deploymentTarget: { lambdaTarget: { lambdaFunctionInfo } } },
    });
    expect(await read("d-A")).toEqual({
      ...{ id: "d-A", group: "authorizer", status: "Stopped", percent: 10, from: "41", to: "42" },
      ...{ createdAt: 1_795_600_800_250, endedAt: 1_795_600_900_000 },
      alarms: ["checkout-prod-release-invariants", "checkout-prod-release-authorizer-errors"],
      ...{ rolledBackBy: "d-B", rollsBack: null },
    });
    expect(sent.map(({ input }) => input)).toEqual([
      { deploymentId: "d-A" },
      { deploymentId: "d-A" },
      { deploymentId: "d-A", targetId: "one" },
    ]);
  });

  it("has no versions and no end while CodeDeploy names none", async () => {
    const { completeTime: _, errorInformation: __, rollbackInfo: ___, ...begun } = deploymentInfo;
    const { read } = reader({ GetDeployment: { deploymentInfo: { ...begun, status: "Created" } } });
    expect(await read("d-A")).toMatchObject({ from: null, to: null, endedAt: null, alarms: [] });
  });

  it("is asked for in the region, signed with the function's own credentials", async () => {
    const { read, sent } = reader({ GetDeployment: { deploymentInfo } });
    await read("d-A");
    expect(sent[0]?.url).toBe("https://codedeploy.eu-west-1.amazonaws.com/");
    const authorization = sent[0]?.headers.get("authorization") ?? "";
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/codedeploy\/aws4_request, /,
    );
    expect(authorization).toContain("x-amz-security-token");
  });

  it("that is refused makes the run fail, so that the event comes again", async () => {
    const { read } = reader({}, 400);
    await expect(read("d-A")).rejects.toThrow("CodeDeploy answers GetDeployment with 400.");
  });
});
