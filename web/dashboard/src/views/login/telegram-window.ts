const WATCH_MS = 400;

interface Question {
  readonly clientId: string;
  /** Where Telegram's login lives, or what stands for it. */
  readonly issuer: string;
  readonly nonce: string;
}

/**
 * Opens Telegram's login in a window of its own and waits for the id_token that it posts back (its
 * `response_type=post_message`). No script of theirs runs in our page. Null when the window was closed.
 *
 * @throws Error in plain words where the window was blocked or the login refused
 */
export function askTelegram({ clientId, issuer, nonce }: Question): Promise<string | null> {
  const address = new URL(`${issuer.replace(/\/$/, "")}/auth`);
  address.search = new URLSearchParams({
    response_type: "post_message",
    client_id: clientId,
    origin: location.origin,
    redirect_uri: `${location.origin}/login`,
    scope: "openid profile",
    nonce,
  }).toString();
  const opened = window.open(address, "telegram-login", "popup,width=550,height=650");
  if (opened === null) {
    return Promise.reject(
      new Error("The browser blocked the window of Telegram. Allow it and try again."),
    );
  }
  return new Promise((resolve, reject) => {
    const end = () => {
      clearInterval(watch);
      removeEventListener("message", hear);
      opened.close();
    };
    const hear = (event: MessageEvent) => {
      if (event.source !== opened || event.origin !== address.origin) return;
      const answer = readAnswer(event.data);
      if (answer === null) return;
      end();
      if ("idToken" in answer) resolve(answer.idToken);
      else reject(new Error(`Telegram refused the login: ${answer.error}`));
    };
    const watch = setInterval(() => {
      if (!opened.closed) return;
      end();
      resolve(null);
    }, WATCH_MS);
    addEventListener("message", hear);
  });
}

/** What was posted, as an object or as JSON; null where it is no answer to us. */
function readAnswer(data: unknown): { idToken: string } | { error: string } | null {
  const message = asRecord(typeof data === "string" ? parsed(data) : data);
  const result = asRecord(message?.result);
  const token = message?.id_token ?? result?.id_token ?? message?.result;
  if (typeof token === "string") return { idToken: token };
  const error = message?.error ?? result?.error;
  return typeof error === "string" ? { error } : null;
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
