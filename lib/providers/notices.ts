import type { NoticeReading } from "../domain/notice.ts";
import type { ProviderId } from "../domain/provider.ts";
import { awashNotice } from "./awash/notice.ts";
import { boaNotice } from "./boa/notice.ts";
import { cbeNotice } from "./cbe/notice.ts";
import { cbeBirrNotice } from "./cbe-birr/notice.ts";
import { dashenNotice } from "./dashen/notice.ts";
import { FACTS } from "./facts.ts";
import { mpesaNotice } from "./mpesa/notice.ts";
import { type NoticeLayout, readNoticeText } from "./reading/notice-text.ts";
import { telebirrNotice } from "./telebirr/notice.ts";

const LAYOUTS = {
  telebirr: telebirrNotice,
  cbe: cbeNotice,
  boa: boaNotice,
  awash: awashNotice,
  dashen: dashenNotice,
  cbe_birr: cbeBirrNotice,
  mpesa: mpesaNotice,
} as const satisfies Partial<Record<ProviderId, NoticeLayout>>;

/** Banks whose messages are read. */
export type NoticeProvider = keyof typeof LAYOUTS;

export const NOTICE_PROVIDERS = Object.keys(LAYOUTS) as readonly NoticeProvider[];

/** Sender ids that an operator has added, by provider. */
export type OwnSenders = Readonly<Partial<Record<ProviderId, readonly string[]>>>;

/**
 * The bank with exactly this sender id, ignoring the case of ASCII letters: `СВЕ` in
 * Cyrillic matches no bank, and neither does any phone number.
 */
export function providerOfSender(sender: string, own: OwnSenders = {}): NoticeProvider | null {
  const name = asciiLower(sender.trim());
  const isOf = (provider: NoticeProvider) =>
    [...(FACTS[provider].senderIds ?? []), ...(own[provider] ?? [])].some(
      (id) => asciiLower(id) === name,
    );
  const found = NOTICE_PROVIDERS.filter(isOf);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Reads a message of a bank. Pure and total: any text gives a reading, never an exception. */
export function readNotice(provider: NoticeProvider, text: string): NoticeReading {
  return readNoticeText(LAYOUTS[provider], text);
}

/** `toLowerCase` would turn the Kelvin sign into a `k`. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
