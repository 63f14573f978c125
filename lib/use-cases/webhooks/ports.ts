import type { OutboundRequest, OutboundResult } from "../../cloud/outbound.ts";
import type { Keyring } from "../../cloud/secret-box.ts";
import type { DeliveryMessage, RecoveryMessage } from "../../contract/messages.ts";
import type { DeliveryLane } from "../../domain/delivery.ts";
import type { Table } from "../../store/transact.ts";

/** A message for a sender, with its initial delay (0..900 s). */
export interface DelayedMessage {
  readonly message: DeliveryMessage;
  readonly delaySeconds: number;
}

/** A message that a sender took from its queue itself. */
export interface ReceivedMessage {
  readonly message: DeliveryMessage;
  /** Deletes it from the queue; without this it is delivered again after its visibility timeout. */
  readonly done: () => Promise<void>;
}

/**
 * Everything that the webhook engine needs from outside, so that tests can run six hours of it, and
 * every crash, through the same code.
 */
export interface WebhookPorts {
  readonly table: Table;
  /** ms since the epoch. */
  readonly now: () => number;
  /** ms since the epoch, for signatures: receivers compare it with their own clocks. */
  readonly machineNow: () => number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** @throws if any of them could not be sent */
  readonly send: (lane: DeliveryLane, messages: readonly DelayedMessage[]) => Promise<void>;
  /** Waits up to a second for messages (10 at most) on the sender's own queue. */
  readonly receive: (lane: DeliveryLane) => Promise<readonly ReceivedMessage[]>;
  /** Starts, or continues, paged work in the background, after `delaySeconds` (0 by default, 900 at most). */
  readonly startWork: (message: RecoveryMessage, delaySeconds?: number) => Promise<void>;
  readonly post: (request: OutboundRequest) => Promise<OutboundResult>;
  /** @param isOutdated whether the copy that was read lacks a key */
  readonly keyring: (isOutdated?: boolean) => Promise<Keyring>;
}
