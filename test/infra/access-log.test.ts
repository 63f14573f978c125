import { describe, expect, test } from "vitest";
import { stageApp } from "./synthesised.ts";

const synthesised = stageApp("dev");
const stage = synthesised.of("api", "AWS::ApiGateway::Stage")[0]?.[1].Properties;

const logs = synthesised
  .of("api", "AWS::Logs::LogGroup")
  .filter(([, { Properties }]) => String(Properties.LogGroupName).startsWith("/aws/apigateway/"));

describe("the gateway's access log", () => {
  test("has an ARN without `:*`, as API Gateway keeps it, so that no drift is found", () => {
    const [[id] = []] = logs;
    expect(stage.AccessLogSetting.DestinationArn).toEqual({
      "Fn::Select": [0, { "Fn::Split": [":*", { "Fn::GetAtt": [id, "Arn"] }] }],
    });
  });

  test("is of the cheaper class, and nothing filters or forwards it", () => {
    expect(logs.map(([, { Properties }]) => Properties.LogGroupClass)).toEqual([
      "INFREQUENT_ACCESS",
    ]);
    const types = Object.values(synthesised.templates).flatMap(({ Resources }) =>
      Object.values(Resources).map(({ Type }) => Type),
    );
    // This class has neither; the service's metrics come from its own lines and from API Gateway.
    for (const type of ["AWS::Logs::MetricFilter", "AWS::Logs::SubscriptionFilter"]) {
      expect(types).not.toContain(type);
    }
  });

  test("has every field that the queries of the runbooks name", () => {
    const fields = Object.keys(JSON.parse(stage.AccessLogSetting.Format));
    const named = ["requestId", "method", "resource", "status", "principal"];
    expect(fields).toEqual(
      expect.arrayContaining([...named, "error", "authorizerError", "latencyMs"]),
    );
  });

  test("has neither queries nor concrete paths", () => {
    const kept = Object.values(JSON.parse(stage.AccessLogSetting.Format)) as string[];
    expect(
      kept.filter((value) => /\.path$|query|protocol|requestOverride|domain/i.test(value)),
    ).toEqual([]);
  });
});
