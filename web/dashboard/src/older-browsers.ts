// What the oldest supported browsers lack (Chrome 111, Safari 16.4, Firefox 128), as far as the dashboard, its client and the
// schemas that they share with the service use it. Loaded before everything else.

URL.parse ??= (url, base) => {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
};

AbortSignal.any ??= (signals) => {
  const first = new AbortController();
  for (const signal of signals) {
    const stop = () => first.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true, signal: first.signal });
  }
  return first.signal;
};
