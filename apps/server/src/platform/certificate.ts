import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** The certificate that a server shows for a host. */
export interface Certificate {
  /** Why it is not valid for the host, as a code of Node such as `ERR_TLS_CERT_ALTNAME_INVALID`; null if it is valid. */
  error: string | null;
  endsAt: Date;
}

const isLocal = (host: string): boolean => /(^|\.)localhost$/.test(host);
/** A URL writes an IPv6 address in brackets. */
const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Returns whether a host is an IP address or a name of this machine. */
export const needsNoDns = (host: string): boolean => isLocal(host) || isIP(withoutBrackets(host)) !== 0;

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
  const name = withoutBrackets(host);
  const address = options.address ?? (isLocal(name) ? '127.0.0.1' : name);
  return new Promise((resolve, reject) => {
    // An invalid certificate is the result, not an error. Nothing is sent over the connection.
    const settings = {
      ...{ host: address, port, rejectUnauthorized: false },
      // TLS has no such name for an IP address. The certificate is then compared with `host`.
      ...(isIP(name) ? {} : { servername: name }),
      ...(ca ? { ca } : {}),
    };
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
