/** An event without its body. Written once, in the transaction of the change that it reports. */
export interface EventRecord {
  readonly id: string;
  readonly accountId: string;
  /** null for an event of the whole account (`credits.*`). */
  readonly appId: number | null;
  readonly livemode: boolean;
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
