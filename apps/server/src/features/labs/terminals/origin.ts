/** The names of this machine itself: where the platform is reached under one of them, it is reached under all. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a browser's page that opens a WebSocket is one of the platform's. Programs name none, and have no page of somebody else's to
 * be misled by: they are let in with a ticket, as everybody is.
 */
export function isOwnOrigin(origin: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const [given, own] = [new URL(origin), new URL(publicUrl)];
  if (given.protocol !== own.protocol || given.port !== own.port) return false;
  return given.hostname === own.hostname || (loopback.has(given.hostname) && loopback.has(own.hostname));
}
