import { expect, test } from "vitest";
import { isLoopbackHttp } from "../../lib/domain/webhook-endpoint.ts";

test.each([
  "http://localhost",
  "http://localhost:3000/thanks",
  "http://127.0.0.1:80?x=1",
  "http://[::1]/#top",
])("%s is on the developer's own machine", (url) => {
  expect(isLoopbackHttp(url)).toBe(true);
});

test.each([
  "https://localhost",
  "http://localhost.evil.example",
  "http://localhost:3000.evil.example",
  "http://localhost@evil.example",
  "http://localhost:99999/",
  "http://localhost:",
  "http://127.0.0.10/",
  "see http://localhost/",
  "http://shop.example",
])("%s is not", (url) => {
  expect(isLoopbackHttp(url)).toBe(false);
});
