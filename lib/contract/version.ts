/** Version of the service as callers and receivers of webhooks see it; raised with package.json. */
export const SERVICE_VERSION = "0.1.0";
