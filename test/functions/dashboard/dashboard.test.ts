import { afterAll, beforeAll } from "vitest";
import { accountCases } from "./account-cases.ts";
import { apiKeysCases } from "./api-keys-cases.ts";
import { appsCases } from "./apps-cases.ts";
import { checkoutsCases } from "./checkouts-cases.ts";
import { creditsCases } from "./credits-cases.ts";
import { everyCases } from "./every-operation-cases.ts";
import { failedRequestsCases } from "./failed-requests-cases.ts";
import { linksCases } from "./links-cases.ts";
import { loginCases } from "./login-cases.ts";
import { closeWorld, openWorld } from "./world.ts";

/** One world for all cases: the last of them asks whether every declared status was seen. */
beforeAll(openWorld, 400_000);
afterAll(closeWorld);

loginCases();
accountCases();
appsCases();
apiKeysCases();
checkoutsCases();
creditsCases();
linksCases();
failedRequestsCases();
everyCases();
