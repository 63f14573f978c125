/** For how long an old secret may go on working after a rotation. */
export const OVERLAPS = [
  { seconds: 0, label: "not at all, it leaked" },
  { seconds: 3600, label: "1 hour" },
  { seconds: 86_400, label: "1 day" },
  { seconds: 604_800, label: "7 days" },
] as const;
