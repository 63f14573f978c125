import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { logIn } from "../support/api.ts";
import { type Accounts, logInAgain, openAccounts, type People, receiverOf } from "./accounts.ts";
import { type Presented, present } from "./credentials.ts";
import type { Plan } from "./plans.ts";
import type { Wanted } from "./schema-values.ts";

const SANDBOX_METHOD = `pm_${"0".repeat(26)}`;
const KEPT_PER_KIND = 60;
const ID = /^([a-z]{2,3})_[0-9a-z]{10,64}$/;
/** Access tokens live for ten minutes. */
const LOG_IN_AGAIN_AFTER_MS = 240_000;
/** An address may log in 300 times in ten minutes. A chapter does so about ten times. */
const CHAPTERS_PER_LIMIT = 20;
const LIMIT_SECONDS = 600;

/** Separate accounts, and the ids and marks that each has seen. */
export class Target {
  readonly #stack: LocalStack;
  #accounts: Accounts;
  #loggedInAt: number;
  /** What was seen of each person's things, by kind; the newest are used again. */
  readonly #things = new Map<keyof People, Map<string, string[]>>();
  /** Whose something is that only its owner may see, such as an id or a secret. */
  readonly owners = new Map<string, keyof People>();
  /** Never the target of a change by their owner: they keep the campaign going. */
  readonly #spared = new Set<string>();

  readonly #mentioned = new Set<string>();
  #chapters = 0;

  private constructor(stack: LocalStack, accounts: Accounts) {
    this.#stack = stack;
    this.#accounts = accounts;
    this.#loggedInAt = stack.now();
  }

  static async open(stack: LocalStack): Promise<Target> {
    const target = new Target(stack, await openAccounts(stack));
    await target.#look();
    return target;
  }

  /** Between chapters: tokens are renewed before they expire, and limits of logins pass. */
  async refresh(): Promise<void> {
    this.#chapters += 1;
    if (this.#chapters % CHAPTERS_PER_LIMIT === 0) await this.#stack.advance(LIMIT_SECONDS);
    if (this.#stack.now() - this.#loggedInAt < LOG_IN_AGAIN_AFTER_MS) return;
    this.#loggedInAt = this.#stack.now();
    const people = await logInAgain(this.#stack, this.#accounts.people);
    this.#accounts = { ...this.#accounts, people };
    await this.#look();
  }

  /** The credential of a planned request. An account is closed only right after it was opened. */
  async present({ credential, route, method }: Plan): Promise<Presented> {
    const presented = present(credential, route.auth, this.#accounts);
    const closes = method === "DELETE" && route.path === "/api/platform/me/";
    if (!closes || presented.actor === null) return presented;
    const { token } = await logIn(this.#stack);
    return { ...presented, header: `Bearer ${token}` };
  }

  /** Reads what the accounts have. What they began with is spared, and each session of their own. */
  async #look(): Promise<void> {
    const isFirst = this.owners.size === 0;
    const { people, one, two } = this.#accounts;
    for (const name of ["one", "two", "operator"] as const) {
      const { token, userId, accountId } = people[name];
      for (const own of [token, userId, accountId]) this.#own(name, "secret", own);
      await this.#lookAt(name, "sessions/", true);
      for (const path of ["api-keys/", "apps/", "payment-links/", "webhooks/"]) {
        await this.#lookAt(name, path, isFirst);
      }
    }
    // Credits are sold through the operator's first app.
    const apps = await people.operator.send("GET", "apps/");
    await this.#lookAt("operator", `apps/${apps.body.data[0].app_id}/payment-methods/`, isFirst);
    for (const { name, appId, keys } of [one, two]) {
      await this.#lookAt(name, `apps/${appId}/payment-methods/`, isFirst);
      for (const secret of Object.values(keys)) this.#own(name, "secret", secret);
    }
  }

  async #lookAt(name: keyof People, path: string, spares: boolean): Promise<void> {
    const { body } = await this.#accounts.people[name].send("GET", path);
    this.learn(name, body);
    if (!spares) return;
    for (const { id, app_id } of body.data) this.#spared.add(String(id ?? app_id));
  }

  /** What a `Wanted` means now, for a request of `actor`. `changes`: it may be deleted or ended. */
  find({ kind, pick, whose }: Wanted, actor: Presented["actor"], changes: boolean) {
    if (kind === "url") return receiverOf(this.#stack);
    const own = actor ?? "one";
    const name = whose === "own" ? own : own === "one" ? "two" : "one";
    const known = this.#things.get(name)?.get(kind) ?? [];
    const spares = changes && whose === "own" && kind !== "app";
    const usable = spares ? known.filter((each) => !this.#spared.has(each)) : known;
    const found = usable[pick % Math.max(1, usable.length)];
    if (whose === "other") this.#mentioned.add(`${own} ${found}`);
    if (kind === "app") return Number(found ?? 9_999_999);
    return found ?? `${kind}_01m7w6c3800000000000000000`;
  }

  /** Whether an account has named another account's object: its own failed requests may then show the id. */
  hasMentioned(actor: keyof People, value: string): boolean {
    return this.#mentioned.has(`${actor} ${value}`);
  }

  /** Whether a thing keeps the campaign going. */
  isSpared(value: unknown): boolean {
    return this.#spared.has(String(value));
  }

  /** Notes every id and secret in an answer to `actor`. */
  learn(actor: keyof People, node: unknown): void {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === "object") this.learn(actor, value);
      else if (key === "app_id" && typeof value === "number") {
        this.#own(actor, "app", String(value));
      } else if (typeof value === "string") this.#learnText(actor, key, value);
    }
  }

  #learnText(actor: keyof People, key: string, value: string): void {
    const kind = ID.exec(value)?.[1];
    const last = value.split("/").filter(Boolean).at(-1) ?? "";
    if (kind !== undefined) this.#own(actor, kind, value);
    else if (key === "secret") this.#own(actor, "secret", value);
    else if (key === "pay_url") this.#own(actor, "token", last);
    else if (key === "receipt_url") this.#own(actor, "receipt_code", last);
    else if (key === "next_cursor") this.#own(actor, "cursor", value);
    else if (key === "logo_url") this.#own(actor, "logo", last);
    else if (key === "url" && value.includes("/p/")) this.#own(actor, "code", last);
  }

  #own(actor: keyof People, kind: string, value: string): void {
    // Small numbers and shared links mean nothing by themselves; every account has the sandbox's method.
    const isShared = kind === "app" || kind === "code" || value === SANDBOX_METHOD;
    if (!isShared && !this.owners.has(value)) this.owners.set(value, actor);
    const things = this.#things.get(actor) ?? new Map<string, string[]>();
    this.#things.set(actor, things);
    const known = things.get(kind) ?? [];
    things.set(kind, known);
    if (known.includes(value)) return;
    known.push(value);
    const surplus = known.findIndex((each) => !this.#spared.has(each));
    if (known.length > KEPT_PER_KIND && surplus >= 0) known.splice(surplus, 1);
  }
}
