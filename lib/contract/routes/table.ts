import type { Route } from "../route.ts";
import * as publicGateway from "./public.ts";
import * as service from "./service.ts";
import * as v1 from "./v1.ts";

/** THE route table: every operation there is, in the order in which the documentation shows them. */
export const ROUTES: readonly Route[] = [
  ...Object.values(v1),
  ...Object.values(publicGateway),
  ...Object.values(service),
];
