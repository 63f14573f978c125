/** What lists know of an event: written once, in the transaction of the change that it tells of. */
export interface EventRecord {
  readonly id: string;
  readonly accountId: string;
  /** null for what concerns the whole account (`credits.*`). */
  readonly appId: number | null;
  readonly livemode: boolean;
  readonly type: string;
  readonly sequence: number;
  readonly createdAt: number;
  /** What it is about, e.g. a checkout's id. */
  readonly objectId: string;
}

/** A finished event, with what only those need who send it or show all of it. */
export interface EventWithBody extends EventRecord {
  /** The exact JSON text that is signed and sent. */
  readonly body: string;
}
