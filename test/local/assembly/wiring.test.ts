import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readDeployment } from "../../../lib/local/assembly/deployment.ts";
import { readAssembly } from "../../../lib/local/assembly/template.ts";
import { findMissingGrants, readService } from "../../../lib/local/assembly/wiring.ts";
import { writeAssembly } from "../fixture/assembly.ts";

type Template = Parameters<NonNullable<Parameters<typeof writeAssembly>[0]>>[0];
const removers: (() => void)[] = [];
afterEach(() => {
  for (const remove of removers.splice(0)) remove();
});

function missing(change: (template: Template) => void): readonly string[] {
  const { folder, remove } = writeAssembly(change);
  removers.push(remove);
  const place = { region: "eu-central-1", queueUrlBase: "http://127.0.0.1:1" };
  const resources = readAssembly(folder, place);
  return findMissingGrants(resources, readDeployment(resources, folder, place));
}
const withoutStatements = (template: Template, role: string, action: string) => {
  const text = JSON.stringify(template.Resources[role]);
  template.Resources[role] = JSON.parse(text.replaceAll(`"${action}"`, '"nothing:AtAll"'));
};

describe("grants that no function asks for itself", () => {
  it("are all there in the fixture", () => {
    expect(missing(() => {})).toEqual([]);
  });

  it.each([
    ["a poller that may not delete", "workersworkRole", "sqs:DeleteMessage", "sqs:DeleteMessage"],
    [
      "a poller that may not read the stream",
      "workersstreamRole",
      "dynamodb:GetRecords",
      "dynamodb:GetRecords",
    ],
    [
      "a stream that may not report its failures",
      "workersstreamRole",
      "sqs:SendMessage",
      "sqs:SendMessage",
    ],
    ["a gateway that may not invoke", "InvokeRole", "lambda:InvokeFunction", "may not invoke echo"],
    [
      "a scheduler that may not invoke",
      "InvokeRole",
      "lambda:InvokeFunction",
      "may not invoke workers-tick",
    ],
    [
      "a queue that takes nothing from the bus",
      "WorkQueuePolicy",
      "sqs:SendMessage",
      "lets the bus send",
    ],
  ])("are missed: %s", (_name, resource, action, words) => {
    expect(
      missing((template) => withoutStatements(template, resource, action)).join("\n"),
    ).toContain(words);
  });

  it("names the resource whose properties cannot be read", () => {
    expect(() =>
      missing((template) => {
        template.Resources.Strange = {
          Type: "AWS::Lambda::EventSourceMapping",
          Properties: { BatchSize: 1 },
        };
      }),
    ).toThrow("Api.Strange");
  });
});

describe("what is read of an assembly that never changes", () => {
  it("is the same at a later start, with that start's address of the queues", () => {
    const { folder, remove } = writeAssembly();
    removers.push(remove);
    const anew = readService(folder, "http://127.0.0.1:2", { name: "value" }, false);
    const first = readService(folder, "http://127.0.0.1:1", {}, true);
    // Only what was kept can answer now.
    writeFileSync(join(folder, "manifest.json"), "{}");
    const later = readService(folder, "http://127.0.0.1:2", { name: "value" }, true);
    expect(later).toEqual(anew);
    expect(first.deployment.queues.map(({ url }) => url)).toContainEqual(
      expect.stringMatching("^http://127.0.0.1:1/"),
    );
    const functions = later.api.routes.flatMap(({ integration }) =>
      integration.kind === "function" ? [integration.function] : [],
    );
    expect(functions.length).toBeGreaterThan(0);
    for (const one of functions) expect(later.deployment.functions).toContain(one);
  });
});
