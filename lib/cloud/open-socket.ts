import net, { type Socket } from "node:net";
import tls, { type ConnectionOptions, type TLSSocket } from "node:tls";

/**
 * Opens TCP. TLS is a separate step, so that the caller can check the peer between them. `signal` aborts the
 * step with its reason; a socket that did not open is destroyed.
 */
export function openTcp(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  return opened(net.connect({ host, port, noDelay: true }), "connect", signal);
}

/** Starts TLS over an open socket. Certificates are verified unless `options` disable it. */
export function startTls(
  socket: Socket,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<TLSSocket> {
  if (signal.aborted) socket.destroy();
  signal.throwIfAborted();
  const secured = tls.connect({ ...options, socket, ALPNProtocols: ["http/1.1"] });
  return opened(secured, "secureConnect", signal);
}

function opened<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null) => {
      signal.removeEventListener("abort", onAbort);
      socket.off(event, onOpen).off("close", onClose);
      if (error === null) return resolve(socket);
      socket.destroy();
      reject(error);
    };
    const onOpen = () => settle(null);
    const onClose = () => settle(Object.assign(new Error("Closed."), { code: "ECONNRESET" }));
    const onAbort = () => settle(asError(signal.reason));
    // This listener stays: an error before the HTTP client adds its own would be uncaught.
    socket.on("error", settle);
    socket.once(event, onOpen).once("close", onClose);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("Aborted.", "AbortError");
}
