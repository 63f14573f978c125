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
import { closeStack, openStack } from "./setup.ts";

/** One stack for all cases: the last of them asks whether every declared status was seen. */
beforeAll(openStack, 400_000);
afterAll(closeStack);

loginCases();
accountCases();
appsCases();
apiKeysCases();
checkoutsCases();
creditsCases();
linksCases();
failedRequestsCases();
everyCases();
