/** Names of this machine. They count as the same host. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns whether the page that opens a WebSocket belongs to the platform. Requests without an Origin header are allowed:
 * they come from programs, which no foreign page can control, and they also need a ticket.
 */
export function isOwnOrigin(origin: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const [given, own] = [new URL(origin), new URL(publicUrl)];
  if (given.protocol !== own.protocol || given.port !== own.port) return false;
  return given.hostname === own.hostname || (loopback.has(given.hostname) && loopback.has(own.hostname));
}
