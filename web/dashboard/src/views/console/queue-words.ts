import type { operator } from "virtual:console-endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { t } from "../../texts/t.ts";

export type Queue = Answer<typeof operator.listDeadQueues>["data"][number];

/** What the letters of a queue are. */
export const QUEUE_WORDS: Readonly<Record<Queue["queue"], string>> = {
  "verification-dead": t("console.verificationDead"),
  "fan-out-dead": t("console.fanOutDead"),
  "delivery-dead": t("console.deliveryDead"),
  "delivery-slow-dead": t("console.deliverySlowDead"),
  "recovery-dead": t("console.recoveryDead"),
  "follow-up-dead": t("console.followUpDead"),
  "notices-dead": t("console.noticesDead"),
  "notifications-dead": t("console.notificationsDead"),
  "stream-dead": t("console.streamDead"),
  "schedules-dead": t("console.schedulesDead"),
  "bus-dead": t("console.busDead"),
};
