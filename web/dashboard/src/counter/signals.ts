/** Sound, vibration and a screen that stays on, as far as the device has them. */

let audio: AudioContext | null = null;
/** Frequencies in Hz: two tones upward. */
const TONES = [660, 990] as const;
const TONE_SECONDS = 0.18;

/** To be called in a touch: browsers allow sound only after one. */
export function allowSound(): void {
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => {});
}

/** Says that the payment is there. A device that lets no sound out yet plays the tones as soon as it does. */
export function announcePaid(): void {
  navigator.vibrate?.([200, 100, 200]);
  if (audio === null) return;
  // The first sound may still be starting, and a call or another app may have stopped it since.
  void audio.resume().catch(() => {});
  const gain = audio.createGain();
  gain.gain.value = 0.3;
  gain.connect(audio.destination);
  for (const [index, frequency] of TONES.entries()) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    const begin = audio.currentTime + index * TONE_SECONDS;
    tone.start(begin);
    tone.stop(begin + TONE_SECONDS);
  }
}

/**
 * Keeps the screen on, so that the customer can scan. Browsers release the lock when the page is hidden, so it is requested
 * again when the page is back. Returns a function that ends this.
 */
export function keepScreenOn(): () => void {
  const end = new AbortController();
  let lock: Promise<WakeLockSentinel | null> | undefined;
  const hold = () => {
    if (!document.hidden) lock = navigator.wakeLock?.request("screen").catch(() => null);
  };
  hold();
  document.addEventListener("visibilitychange", hold, { signal: end.signal });
  return () => {
    end.abort();
    void lock?.then((held) => held?.release());
  };
}
