import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { SERVICE_NAME } from "../../../lib/contract/brand.ts";
import { openApiDocument } from "../../../lib/contract/openapi.ts";
import { ERROR_GUIDE, problemType } from "../../../lib/contract/problems.ts";
import { ROUTES } from "../../../lib/contract/routes/table.ts";
import type { ErrorCode } from "../../../lib/domain/errors.ts";
import { docsSite } from "../../../lib/pages/docs/render-docs.ts";
import { topics } from "../../../lib/pages/docs/topics.ts";

const pages = new Map(
  [...docsSite(topics(ROUTES, "https://pay.example"))].map(([slug, page]) => [
    slug,
    parse(page("n0nce")),
  ]),
);

it("a problem's type is the address of its explanation, without a script", () => {
  for (const code of Object.keys(ERROR_GUIDE) as ErrorCode[]) {
    const { pathname, hash } = new URL(problemType(code, "https://pay.example"));
    const slug = pathname.replace("/api/docs/", "").replace(/\/$/, "");
    expect(pages.get(slug)?.getElementById(hash.slice(1)), code).toBeTruthy();
  }
});

it("every page's title and header, and OpenAPI, name the service by its brand", () => {
  for (const [slug, page] of pages) {
    const name = `${SERVICE_NAME} documentation`;
    expect(page.querySelector("title")?.text.endsWith(name), slug).toBe(true);
    expect(page.querySelector("nav p")?.text).toBe(name);
  }
  expect(pages.get("")?.querySelector("h1")?.text).toBe(`${SERVICE_NAME} documentation`);
  const { info } = openApiDocument(ROUTES, { baseUrl: "https://pay.example", version: "1" });
  expect(info).toMatchObject({ title: `${SERVICE_NAME} API` });
});
