import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { prepareAssembly } from "../../../lib/local/emulated/emulator-assembly.ts";

const folder = mkdtempSync(join(tmpdir(), "emulator-assembly-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const addresses = { emulator: "http://127.0.0.1:1", publicBaseUrl: "http://127.0.0.1:2" };
const archive = { "Fn::GetAtt": ["Archive", "Arn"] };
const SERVICE_CONFIG = JSON.stringify({ trustedProxy: true, creditPrice: 100 });

test("an adapted assembly has nothing that refers to a resource which was left out", () => {
  const source = join(folder, "source");
  mkdirSync(join(source, "asset.1"), { recursive: true });
  writeFileSync(join(source, "asset.1", "index.cjs"), "module.exports = {};");
  const template = {
    Resources: {
      Archive: { Type: "AWS::Events::Archive" },
      Ratio: { Type: "AWS::CloudWatch::Alarm", Properties: { Metrics: [] } },
      Queue: { Type: "AWS::SQS::Queue", DependsOn: ["Archive", "Handler"] },
      Handler: {
        Type: "AWS::Lambda::Function",
        Properties: {
          Environment: { Variables: { SERVICE_CONFIG, PUBLIC_BASE_URL: "https://x" } },
        },
      },
    },
    Outputs: { ArchiveArn: { Value: archive }, QueueUrl: { Value: { Ref: "Queue" } } },
  };
  const onlyUnknown = { Resources: { Files: { Type: "Custom::CDKBucketDeployment" } } };
  writeFileSync(join(source, "Main.template.json"), JSON.stringify(template));
  writeFileSync(join(source, "Edge.template.json"), JSON.stringify(onlyUnknown));

  const target = join(folder, "target");
  const { stacks, leftOut } = prepareAssembly(source, target, addresses);

  expect(stacks).toEqual(["Main"]);
  expect(leftOut.toSorted()).toEqual([
    "Edge: Custom::CDKBucketDeployment Files",
    "Edge: nothing to deploy",
    "Main: AWS::CloudWatch::Alarm Ratio",
    "Main: AWS::Events::Archive Archive",
  ]);
  const adapted = JSON.parse(readFileSync(join(target, "Main.template.json"), "utf8"));
  expect(adapted.Resources.Queue.DependsOn).toEqual(["Handler"]);
  expect(adapted.Outputs).toEqual({ QueueUrl: { Value: { Ref: "Queue" } } });
  const { Variables } = adapted.Resources.Handler.Properties.Environment;
  expect(Variables).toMatchObject({
    AWS_ENDPOINT_URL: addresses.emulator,
    PUBLIC_BASE_URL: addresses.publicBaseUrl,
  });
  expect(JSON.parse(Variables.SERVICE_CONFIG)).toEqual({
    trustedProxy: false,
    webhookAllowLoopbackHttp: true,
    creditPrice: 100,
  });
  expect(existsSync(join(target, "asset.1", "index.js"))).toBe(true);
});
