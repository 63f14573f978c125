/**
 * What a browser sends. Awash and telebirr are behind firewalls that refuse clients without these
 * headers; the configuration can replace them for one provider.
 */
export const BROWSER_HEADERS: Readonly<Record<string, string>> = {
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf,*/*;q=0.8",
  "accept-language": "en-US,en;q=0.9,am;q=0.8",
};
