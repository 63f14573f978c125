import { formatSpan } from "../../format.ts";
import { t } from "../../texts/t.ts";

/** How long the old secret keeps working after a rotation. */
export const OVERLAPS = [
  { seconds: 0, label: t("keys.revokeAtOnceIt") },
  { seconds: 3600, label: formatSpan(3600) },
  { seconds: 86_400, label: formatSpan(86_400) },
  { seconds: 604_800, label: formatSpan(604_800) },
] as const;
