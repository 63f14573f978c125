// What a part of the local stack offers under `/_local/`. The gateway asks each part in turn and
// takes the first answer, so that a part knows its own paths and nothing of the others.

export type LocalRequest = {
  readonly method: string;
  /** Path after `/_local/`, percent-encoded as it came, e.g. `bank/transfers/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Aborted when the client goes away. */
  readonly signal?: AbortSignal;
};

export type LocalResponse = {
  /** 0: the connection is closed without an answer. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; a string as it is (give its content-type); nothing as empty. */
  readonly body?: Uint8Array | string | object;
};

/** Answers a request, or null where the path is not its own. Throwing is answered as a 500. */
export type LocalRoutes = (request: LocalRequest) => Promise<LocalResponse | null>;
