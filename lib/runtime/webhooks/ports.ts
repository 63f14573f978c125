import type { OutboundRequest, OutboundResult } from "../../cloud/outbound.ts";
import type { Keyring } from "../../cloud/secret-box.ts";
import type { DeliveryMessage, RecoveryMessage } from "../../contract/messages.ts";
import type { DeliveryLane } from "../../domain/delivery.ts";
import type { Table } from "../../store/transact.ts";

/** A message for a sender, with the delay (0..900 s) that it starts with. */
export interface DelayedMessage {
  readonly message: DeliveryMessage;
  readonly delaySeconds: number;
}

/**
 * All that the webhook engine needs from outside, so that six hours of it, and every crash, can be
 * played through the same code in a test.
 */
export interface WebhookPorts {
  readonly table: Table;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** @throws where any of them could not be sent. */
  readonly send: (lane: DeliveryLane, messages: readonly DelayedMessage[]) => Promise<void>;
  /** Starts, or goes on with, paged work in the background. */
  readonly startWork: (message: RecoveryMessage) => Promise<void>;
  readonly post: (request: OutboundRequest) => Promise<OutboundResult>;
  readonly keyring: () => Promise<Keyring>;
}
