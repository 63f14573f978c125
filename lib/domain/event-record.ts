/** What it takes to find an event: its id, and the list that it is in. */
export interface EventPlace {
  readonly id: string;
  readonly accountId: string;
  /** null for an event of the whole account (`credits.*`). */
  readonly appId: number | null;
  readonly livemode: boolean;
}

/** Whether events of a type are of the whole account, so that they have no app. */
export function isOfAccount(type: string): boolean {
  return type.startsWith("credits.");
}

/** The event that a delivery is of. */
export function eventOf(delivery: {
  readonly eventId: string;
  readonly eventType: string;
  readonly accountId: string;
  readonly appId: number;
  readonly livemode: boolean;
}): EventPlace {
  const { eventId: id, eventType, accountId, appId, livemode } = delivery;
  return { id, accountId, appId: isOfAccount(eventType) ? null : appId, livemode };
}

/** An event without its body. Written once, in the transaction of the change that it reports. */
export interface EventRecord extends EventPlace {
  readonly type: string;
  readonly sequence: number;
  readonly createdAt: number;
  /** Id of the object that it is about, e.g. a checkout. */
  readonly objectId: string;
  /** Whether `follow-events` has work to do; absent in events of releases that did not store it. */
  readonly followUp?: boolean;
}

/** An event with its body, for sending it or showing all of it. */
export interface EventWithBody extends EventRecord {
  /** The exact JSON text that is signed and sent. */
  readonly body: string;
}
