const LOOPBACK_HTTP = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/;

/** True for an `http:` URL on the developer's own machine, such as `http://localhost:3000/thanks`. */
export function isLoopbackHttp(url: string): boolean {
  return LOOPBACK_HTTP.test(url) && URL.canParse(url);
}
