import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const script = "addEventListener('message',(event)=>{document.documentElement.innerHTML=event.data})";
const hash = createHash('sha256').update(script).digest('base64');
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title></head><body><script>${script}</script></body></html>`;

/**
 * An empty page that shows the mail which its parent gives it. Mails carry their styles in attributes, which no other
 * page of ours allows. It has no origin, runs no script but its own, and loads nothing.
 */
export function mailFrameRoute(app: FastifyInstance): void {
  app.get('/api/mail/frame', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts`,
        'x-frame-options': 'SAMEORIGIN',
      })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
