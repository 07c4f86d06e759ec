import type { FastifyReply, FastifyRequest } from 'fastify';
import { PaddleError } from './paddle-error.ts';

const isLoopback = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost' || hostname.endsWith('.localhost');

const hostnameOf = (host: string): string => host.replace(/:\d+$/, '');

/**
 * Rejects requests for another host. This prevents DNS rebinding, in which a foreign host name resolves to this
 * machine.
 */
export function requireHost({ host }: FastifyRequest, publicUrl: string): void {
  if (isLoopback(hostnameOf(host)) || (publicUrl && host === new URL(publicUrl).host)) return;
  throw new PaddleError(403, 'forbidden', `${host} is not a host of the sandbox.`);
}

/** Rejects requests from other machines. The control page is local even if the rest of the sandbox is published. */
export function requireThisMachine({ host }: FastifyRequest): void {
  if (!isLoopback(hostnameOf(host)))
    throw new PaddleError(403, 'forbidden', 'Open the control page on its own machine.');
}

export function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin } = headers;
  if (!origin || !URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== '' && origin === new URL(publicUrl).origin);
}

/** Rejects requests that do not come from the sandbox's own pages. */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!isSameOrigin(request, publicUrl)) throw new PaddleError(403, 'forbidden', 'The request is from another site.');
}

/**
 * Sends a page with a strict Content Security Policy: no inline code and no external sources.
 * @param embedders origins that can embed the page in a frame
 */
export function sendPage(reply: FastifyReply, page: string, embedders: string[] = []): FastifyReply {
  const ancestors = embedders.length > 0 ? embedders.join(' ') : "'none'";
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; ` +
        `base-uri 'none'; frame-ancestors ${ancestors}`,
    )
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .send(page);
}
