/** The service's own name, Amharic for a seal (ማኅተም). A merchant's name always comes first. */
export const SERVICE_NAME = "Mahtem";

/**
 * The mark is an eight-pointed seal with a tick, in a square of 24 units, legible from 16 px.
 * Fill and stroke the seal with the accent color (stroke width 1), stroke the tick with the color on
 * the accent (width 2.2), both with round joins and caps.
 */
export const MARK = {
  seal: "M12 1.500l3.100 3.200 4.300-.1-.1 4.300 3.200 3.100-3.200 3.100.1 4.300-4.300-.1-3.100 3.200-3.100-3.200-4.300.1.1-4.300-3.200-3.100 3.200-3.100-.1-4.300 4.300.1z",
  tick: "M7.900 12.300l2.800 2.800 5.400-5.700",
} as const;

/** Version of the service as callers and receivers of webhooks see it; raised with package.json. */
export const SERVICE_VERSION = "0.1.0";
