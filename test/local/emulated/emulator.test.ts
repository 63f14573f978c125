import { expect, it } from "vitest";
import { emulatorEnvironment } from "../../../lib/local/emulated/emulator.ts";

it("what deploys to the emulator sees no profile, session or endpoint of the person's shell", () => {
  const own = {
    PATH: "/usr/bin",
    AWS_PROFILE: "prod",
    AWS_SESSION_TOKEN: "a-session",
    AWS_ENDPOINT_URL_S3: "https://s3.example",
    AWS_REGION: "eu-west-1",
  };
  const seen = emulatorEnvironment(own, { url: "http://127.0.0.1:4566", region: "eu-central-1" });
  expect(seen).toMatchObject({
    PATH: "/usr/bin",
    AWS_ENDPOINT_URL: "http://127.0.0.1:4566",
    AWS_REGION: "eu-central-1",
  });
  for (const name of ["AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL_S3"])
    expect(seen).not.toHaveProperty(name);
});
