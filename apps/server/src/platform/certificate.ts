import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** The certificate that a server shows for a host. */
export interface Certificate {
  /** Why it is not valid for the host, as a code of Node such as `ERR_TLS_CERT_ALTNAME_INVALID`; null if it is valid. */
  error: string | null;
  endsAt: Date;
}

/** Returns whether a name or an address is this machine's, or an IP address, which needs no DNS. */
export const needsNoDns = (host: string): boolean =>
  /(^|\.)localhost$/.test(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0;

/**
 * Connects to a server and reads its certificate.
 * @param options `address` is where to connect, by default what DNS says; `ca` is trusted in addition to Node's authorities
 * @throws Error of the connection, such as ECONNREFUSED
 */
export function readCertificate(
  host: string,
  options: { port: number; address?: string; ca?: string | undefined; timeoutMs?: number },
): Promise<Certificate> {
  const { port, ca, timeoutMs = 10_000 } = options;
  const address = options.address ?? (needsNoDns(host) ? '127.0.0.1' : host);
  return new Promise((resolve, reject) => {
    // An invalid certificate is the result, not an error. Nothing is sent over the connection.
    const settings = { host: address, port, servername: host, rejectUnauthorized: false, ...(ca ? { ca } : {}) };
    const socket = connect(settings, () => {
      const failure = socket.authorizationError as unknown;
      const code = failure instanceof Error ? ((failure as NodeJS.ErrnoException).code ?? failure.message) : failure;
      const endsAt = new Date(socket.getPeerCertificate().valid_to);
      resolve({ error: socket.authorized ? null : String(code), endsAt });
      socket.destroy();
    });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`)));
    socket.on('error', reject);
  });
}
