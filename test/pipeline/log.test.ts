import { expect, test } from "vitest";
import { SecretError } from "../../lib/cloud/secrets.ts";
import { SmsError } from "../../lib/cloud/sms.ts";
import { EnvironmentError } from "../../lib/pipeline/environment.ts";
import { errorFields } from "../../lib/pipeline/log.ts";

test.each([
  new SecretError("The secret providers is not JSON."),
  new SmsError("The gateway answered 401."),
  new EnvironmentError("The secret of the relay of provider telebirr is missing."),
])("the line of a $name says why, so that an operator knows what to correct", (error) => {
  expect(errorFields(error)).toMatchObject({ error_name: error.name, why: error.message });
});

test("the line of any other error leaves out its message, which may quote a customer", () => {
  expect(JSON.stringify(errorFields(new TypeError("Almaz Girma")))).not.toContain("Almaz");
});
