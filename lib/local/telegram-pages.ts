// The two things that a browser asks of the local issuer: a script in the place of Telegram's, and the
// page that it opens.

import { escapeHtml } from "./bank/html.ts";

/**
 * `Telegram.Login.auth({client_id, nonce}, callback)` opens the page in a window of its own and calls
 * back with `{id_token}`, or with false when the window is closed.
 */
export function loginScript(issuer: string): string {
  return `(() => {
  const issuer = ${JSON.stringify(issuer)};
  const auth = (options, callback) => {
    const query = new URLSearchParams({
      client_id: String(options.client_id ?? ""),
      nonce: options.nonce ?? "",
      origin: location.origin,
    });
    const page = window.open(issuer + "/auth/?" + query, "telegram-login", "width=480,height=560");
    const end = (answer) => {
      clearInterval(watch);
      removeEventListener("message", hear);
      callback(answer);
    };
    const hear = (event) => {
      if (event.source !== page || event.origin !== new URL(issuer).origin) return;
      if (typeof event.data?.id_token === "string") end({ id_token: event.data.id_token });
    };
    const watch = setInterval(() => page?.closed !== false && end(false), 500);
    addEventListener("message", hear);
  };
  window.Telegram = { ...window.Telegram, Login: { auth } };
})();
`;
}

/** Lets one log in as anybody one likes. */
export function loginPage(query: URLSearchParams): string {
  const nonce = escapeHtml(query.get("nonce") ?? "");
  const origin = JSON.stringify(query.get("origin") ?? "").replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Local Telegram</title>
<style>body{font:16px/1.5 system-ui;max-width:24rem;margin:2rem auto;padding:0 1rem}
label{display:block;margin:1rem 0}input,button{font:inherit;padding:.6rem;width:100%;box-sizing:border-box}</style>
<h1>Local Telegram</h1>
<p>Stands in for Telegram on this machine. Log in as anybody: the same number is the same person.</p>
<form>
<label>Number <input name="id" value="100200300" inputmode="numeric" pattern="[0-9]{1,15}" required></label>
<label>Name <input name="name" value="Local Person" maxlength="100"></label>
<label>User name <input name="username" value="local_person" maxlength="50"></label>
<input type="hidden" name="nonce" value="${nonce}">
<button>Log in</button>
</form>
<script>
const form = document.querySelector("form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = [...new FormData(form)].filter(([, value]) => value !== "");
  const answer = await fetch("../token/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(fields)),
  });
  const { id_token } = await answer.json();
  window.opener?.postMessage({ id_token }, ${origin});
  window.close();
});
</script>
</html>
`;
}
