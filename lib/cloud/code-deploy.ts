import { SignatureV4 } from "@smithy/signature-v4";
import * as z from "zod";
import { Sha256 } from "./aws-client.ts";

/** A deployment of one function, as CodeDeploy tells it. Instants in ms. */
export interface Deployment {
  /** `d-…` */
  readonly id: string;
  /** Of its deployment group: the id of the function. */
  readonly group: string;
  readonly status: string;
  /** Share of the invocations that the new version gets at first; 100 where it gets all at once. */
  readonly percent: number;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Those that stopped it. */
  readonly alarms: readonly string[];
  /** The deployment that rolls this one back. */
  readonly rolledBackBy: string | null;
  /** The deployment that this one rolls back. */
  readonly rollsBack: string | null;
  /** Lambda's numbers; null before CodeDeploy has begun with the function. */
  readonly from: string | null;
  readonly to: string | null;
}

/** @throws Error if CodeDeploy does not answer with one */
export type ReadDeployment = (id: string) => Promise<Deployment>;

const PATIENCE_MS = 5000;

const info = z.object({
  deploymentInfo: z.object({
    deploymentId: z.string(),
    deploymentGroupName: z.string(),
    deploymentConfigName: z.string().default(""),
    status: z.string(),
    createTime: z.number(),
    completeTime: z.number().optional(),
    errorInformation: z.object({ message: z.string().default("") }).default({ message: "" }),
    rollbackInfo: z
      .object({
        rollbackDeploymentId: z.string().optional(),
        rollbackTriggeringDeploymentId: z.string().optional(),
      })
      .default({}),
  }),
});
const targetList = z.object({ targetIds: z.array(z.string()).default([]) });
const target = z.object({
  deploymentTarget: z.object({
    lambdaTarget: z.object({
      lambdaFunctionInfo: z.object({
        currentVersion: z.string().optional(),
        targetVersion: z.string().optional(),
      }),
    }),
  }),
});

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads deployments. `variables`: those that Lambda sets. */
export function deploymentReader(send: typeof fetch, variables: Variables): ReadDeployment {
  const call = caller(send, variables);
  return async (deploymentId) => {
    const { deploymentInfo } = info.parse(await call("GetDeployment", { deploymentId }));
    const { targetIds } = targetList.parse(await call("ListDeploymentTargets", { deploymentId }));
    const [targetId] = targetIds;
    const versions =
      targetId === undefined
        ? {}
        : target.parse(await call("GetDeploymentTarget", { deploymentId, targetId }))
            .deploymentTarget.lambdaTarget.lambdaFunctionInfo;
    return deploymentFrom(deploymentInfo, versions);
  };
}

function deploymentFrom(
  read: z.infer<typeof info>["deploymentInfo"],
  versions: {
    readonly currentVersion?: string | undefined;
    readonly targetVersion?: string | undefined;
  },
): Deployment {
  const { rollbackInfo, completeTime, errorInformation } = read;
  return {
    id: read.deploymentId,
    group: read.deploymentGroupName,
    status: read.status,
    percent: Number(/Canary(\d+)Percent/.exec(read.deploymentConfigName)?.[1] ?? 100),
    createdAt: Math.round(read.createTime * 1000),
    endedAt: completeTime === undefined ? null : Math.round(completeTime * 1000),
    // "… Activated alarms: <checkout-prod-release-invariants>"
    alarms: [...errorInformation.message.matchAll(/<([^<>]+)>/g)].flatMap(([, name]) => name ?? []),
    rolledBackBy: rollbackInfo.rollbackDeploymentId ?? null,
    rollsBack: rollbackInfo.rollbackTriggeringDeploymentId ?? null,
    from: versions.currentVersion ?? null,
    to: versions.targetVersion ?? null,
  };
}

/** Three read calls do not justify a whole SDK client; only the signature comes from the SDK. */
function caller(send: typeof fetch, variables: Variables) {
  const region = variables.AWS_REGION ?? "";
  const endpoint = new URL(
    variables.AWS_ENDPOINT_URL_CODEDEPLOY ?? `https://codedeploy.${region}.amazonaws.com`,
  );
  return async (operation: string, input: object): Promise<unknown> => {
    const { protocol, hostname, host } = endpoint;
    const signed = await signer(region, variables).sign({
      ...{ method: "POST", protocol, hostname, path: "/", query: {} },
      headers: {
        host,
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": `CodeDeploy_20141006.${operation}`,
      },
      body: JSON.stringify(input),
    });
    const { host: _, ...headers } = signed.headers;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await send(endpoint, { method: "POST", headers, body: signed.body, signal });
    if (!answer.ok) throw new Error(`CodeDeploy answers ${operation} with ${answer.status}.`);
    return answer.json();
  };
}

/** Lambda's credentials last as long as the container. */
function signer(region: string, variables: Variables): SignatureV4 {
  const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "", AWS_SESSION_TOKEN } = variables;
  return new SignatureV4({
    service: "codedeploy",
    region,
    sha256: Sha256,
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    },
  });
}
