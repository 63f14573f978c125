/** Rules of `spectral:oas` that are off, with the reason. */
export const SPECTRAL_RULES = {
  // The service's paths end with a slash, and the form without it is served too. Merchants already use them.
  "path-keys-no-trailing-slash": "off",
  // The operator of a deployment answers questions; the project has no address of its own to publish.
  "info-contact": "off",
} as const;

/** Rules of Redocly's `recommended` that are off, with the reason. */
export const REDOCLY_RULES = {
  // As above: the paths end with a slash.
  "no-path-trailing-slash": "off",
  // The API is a service, not a work under a license; its terms belong to the operator of a deployment.
  "info-license": "off",
  // `POST /p/{code}/` is the form of a page: its only success is the redirect 303 to the pay page.
  "operation-2xx-response": "off",
} as const;
