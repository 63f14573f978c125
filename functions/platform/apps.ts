import * as routes from "../../lib/contract/routes/platform-apps.ts";
import { APPS_PER_DAY } from "../../lib/contract/schemas/app.ts";
import { notFound, ServiceError } from "../../lib/domain/errors.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint, requireRecentSignIn } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { worksWith } from "../../lib/pipeline/principal.ts";
import { limitDaily } from "../../lib/pipeline/rate-limit.ts";
import {
  changeAppWrite,
  logoWrite,
  newAppWrite,
  nextAppId,
  listApps as queryApps,
  retireLogoWrite,
} from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import {
  loadApp,
  presentApp,
  presentMethod,
  presentNewMethod,
} from "../../lib/use-cases/apps/app.ts";
import { readLogo } from "../../lib/use-cases/apps/logo.ts";
import {
  addMethod,
  changeMethod,
  removeMethod,
  tellsWhereToPay,
} from "../../lib/use-cases/apps/methods.ts";
import { removeApp } from "../../lib/use-cases/apps/remove-app.ts";
import { announceBankMessages } from "../../lib/use-cases/events/announce.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const createApp = idempotentEndpoint(
  routes.createApp,
  async ({ principal, body, idempotency, now }) => {
    if (principal.apps !== null) {
      throw new ServiceError("forbidden", "You are limited to some apps and can't create others.");
    }
    await limitDaily({ name: "apps", limit: APPS_PER_DAY }, principal.accountId, now);
    const app = {
      appId: await nextAppId(table()),
      accountId: principal.accountId,
      name: body.name,
      createdAt: now,
      deletedAt: null,
    };
    const commit = await transact(table(), [
      accountIsOpenCheck(principal.accountId),
      newAppWrite(app),
      audit(principal, "app.created", String(app.appId), now),
      ...idempotency.completes(201, presentApp(app)),
    ]);
    assertCommitted(commit);
    return reply(201, presentApp(app));
  },
);

export const createPaymentMethod = idempotentEndpoint(
  routes.createPaymentMethod,
  async ({ principal, params, body, idempotency, now }) => {
    const { method, isShared } = await addMethod({
      who: principal,
      appId: params.app_id,
      body,
      now,
      alongside: (added, shared) => idempotency.completes(201, presentNewMethod(added, shared)),
    });
    return reply(201, presentNewMethod(method, isShared));
  },
);

export const deleteApp = dashboardEndpoint(routes.deleteApp, async ({ principal, params, now }) => {
  await removeApp(principal, params.app_id, now);
  return reply(204, null);
});

export const deletePaymentMethod = dashboardEndpoint(
  routes.deletePaymentMethod,
  async ({ principal, params, now }) => {
    await removeMethod(principal, params, now);
    return reply(204, null);
  },
);

export const listApps = dashboardEndpoint(routes.listApps, async ({ principal, query }) => {
  const page = await queryApps(table(), principal.accountId, query);
  const data = page.data.filter(({ appId }) => worksWith(principal, appId));
  return reply(200, presentPage({ ...page, data }, presentApp));
});

export const listPaymentMethods = dashboardEndpoint(
  routes.listPaymentMethods,
  async ({ principal, params }) => {
    const { methods } = await loadApp(principal, params.app_id);
    return reply(200, presentPage({ data: methods, nextCursor: null }, presentMethod));
  },
);

export const readApp = dashboardEndpoint(routes.readApp, async ({ principal, params }) => {
  const { app } = await loadApp(principal, params.app_id);
  return reply(200, presentApp(app));
});

export const removeAppLogo = dashboardEndpoint(
  routes.removeAppLogo,
  async ({ principal, params, now }) => {
    const { app } = await loadApp(principal, params.app_id);
    if (!app.logo) return reply(204, null);
    const commit = await transact(table(), [
      changeAppWrite(app, { logo: null }),
      retireLogoWrite(app.appId, app.logo, now),
      audit(principal, "app.logo_removed", String(app.appId), now),
    ]);
    if (!commit.committed) throw notFound("app");
    return reply(204, null);
  },
);

/** Old logos are kept for 30 days, so this bounds their storage. */
const LOGO_CHANGES = { name: "logo", limit: 20 };

export const setAppLogo = dashboardEndpoint(
  routes.setAppLogo,
  async ({ principal, params, body, now }) => {
    const { app } = await loadApp(principal, params.app_id);
    const logo = readLogo(body);
    await limitDaily(LOGO_CHANGES, String(app.appId), now);
    const old = app.logo && app.logo !== logo.digest ? app.logo : null;
    const commit = await transact(table(), [
      changeAppWrite(app, { logo: logo.digest }),
      logoWrite(app.appId, logo.digest, logo.svg),
      ...(old === null ? [] : [retireLogoWrite(app.appId, old, now)]),
      audit(principal, "app.logo_set", String(app.appId), now),
    ]);
    if (!commit.committed) throw notFound("app");
    return reply(200, presentApp({ ...app, logo: logo.digest }));
  },
);

export const updateApp = dashboardEndpoint(
  routes.updateApp,
  async ({ principal, session, params, body, now }) => {
    const { app } = await loadApp(principal, params.app_id);
    if ((body.notice_limit ?? 0) > (app.noticeLimit ?? 0)) {
      requireRecentSignIn(session, now);
      await announceBankMessages(principal.accountId, app.appId, `${app.appId}#${now}`);
    }
    const change = {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.color === undefined ? {} : { color: body.color }),
      ...(body.notice_limit === undefined ? {} : { noticeLimit: body.notice_limit }),
      ...(body.distinct_amounts === undefined ? {} : { distinctAmounts: body.distinct_amounts }),
    };
    const commit = await transact(table(), [
      changeAppWrite(app, change),
      audit(principal, "app.changed", String(app.appId), now, body.name),
    ]);
    if (!commit.committed) throw notFound("app");
    return reply(200, presentApp({ ...app, ...change }));
  },
);

export const updatePaymentMethod = dashboardEndpoint(
  routes.updatePaymentMethod,
  async ({ principal, session, params, body, now }) => {
    if (tellsWhereToPay(body)) requireRecentSignIn(session, now);
    return reply(200, presentMethod(await changeMethod(principal, params, body, now)));
  },
);
