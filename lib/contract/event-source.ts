/** `source` of everything that we put on the bus, and the one that its rules listen to. */
export const EVENT_SOURCE = "checkout-verification";
