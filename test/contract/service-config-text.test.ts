import { describe, expect, test } from "vitest";
import { serviceConfigSchema } from "../../lib/contract/service-config.ts";
import {
  readServiceConfig,
  serviceConfigChecksum,
} from "../../lib/contract/service-config-text.ts";

const config = serviceConfigSchema.parse({ signUpCredits: 7, providers: { cbe: {} } });
const text = JSON.stringify(config);

describe("the configuration in a function's environment", () => {
  test("reads the same with the checksum of the deployment and without it", () => {
    expect(readServiceConfig(text, serviceConfigChecksum(text))).toEqual(config);
    expect(readServiceConfig(text, undefined)).toEqual(config);
  });

  test("is parsed in full when it was edited", () => {
    const edited = text.replace('"signUpCredits":7', '"signUpCredits":-7');
    expect(() => readServiceConfig(edited, serviceConfigChecksum(text))).toThrow(
      "SERVICE_CONFIG.signUpCredits",
    );
    expect(readServiceConfig("{}", serviceConfigChecksum(text))).toMatchObject({
      signUpCredits: 100,
    });
  });

  test("that is not JSON is rejected", () => {
    expect(() => readServiceConfig("{", undefined)).toThrow("SERVICE_CONFIG: is not JSON");
  });
});
