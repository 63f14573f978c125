import { expect } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call } from "./api.ts";
import { cookieOf, logIn, type Visitor } from "./dashboard.ts";

/** The same person with another access token. */
function withToken(stack: LocalStack, who: Visitor, token: string): Visitor {
  return {
    ...who,
    token,
    send: (method, path, more = {}) =>
      call(stack.url, method, `/api/platform/${path}`, { key: token, ...more }),
  };
}

/** The tests' hands on an owner's team. */
export function teamOf(stack: LocalStack, owner: () => Visitor) {
  const invite = async (body: object, by = owner()) => {
    const answer = await by.send("POST", "members/", { body });
    const url: string = answer.body.url ?? "";
    return { ...answer, token: url.split("#")[1] ?? "" };
  };
  return {
    invite,
    /** Someone who joined by a link, working in the owner's account. */
    async join(role: string, more: object = {}): Promise<Visitor> {
      const visitor = await logIn(stack);
      const { token } = await invite({ role, ...more });
      const joined = await visitor.send("POST", "me/memberships/", { body: { token } });
      expect(joined.status, JSON.stringify(joined.body)).toBe(200);
      return withToken(stack, visitor, joined.body.access_token);
    },
    async roles(who = owner()): Promise<readonly (readonly [string, string])[]> {
      const { data } = (await who.send("GET", "members/")).body;
      return data.map(({ id, role }: { id: string; role: string }) => [id, role]);
    },
    /** The same session with a new access token. */
    async refreshed(who: Visitor): Promise<Visitor> {
      const answer = await call(stack.url, "POST", "/api/auth/refresh/", {
        headers: { cookie: who.cookie },
      });
      const cookie = cookieOf(answer.headers) ?? who.cookie;
      return withToken(stack, { ...who, cookie }, answer.body.access_token);
    },
    renewed: (who: Visitor, token: string) => withToken(stack, who, token),
  };
}
