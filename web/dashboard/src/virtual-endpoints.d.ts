type EndpointOf<R extends import("../../../lib/contract/route.ts").Route> =
  import("../../../lib/contract/client-types.ts").Endpoint<R>;
type Slim<G> = {
  readonly [N in keyof G]: G[N] extends import("../../../lib/contract/route.ts").Route
    ? EndpointOf<G[N]>
    : never;
};

declare module "virtual:endpoints" {
  type Groups = typeof import("../endpoints.ts").ENDPOINT_GROUPS;

  export const auth: Slim<Groups["auth"]>;
  export const account: Slim<Groups["account"]>;
  export const apps: Slim<Groups["apps"]>;
  export const keys: Slim<Groups["keys"]>;
  export const books: Slim<Groups["books"]>;
  export const checkouts: Slim<Groups["checkouts"]>;
  export const credits: Slim<Groups["credits"]>;
  export const customers: Slim<Groups["customers"]>;
  export const gateway: Slim<Groups["gateway"]>;
  export const insight: Slim<Groups["insight"]>;
  export const links: Slim<Groups["links"]>;
  export const notices: Slim<Groups["notices"]>;
  export const notifications: Slim<Groups["notifications"]>;
  export const status: Slim<Groups["status"]>;
  export const team: Slim<Groups["team"]>;
  export const webhooks: Slim<Groups["webhooks"]>;
}

declare module "virtual:console-endpoints" {
  type Groups = typeof import("../endpoints.ts").CONSOLE_GROUPS;

  export const operator: Slim<Groups["operator"]>;
}
