import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const script = "addEventListener('message',(event)=>{document.documentElement.innerHTML=event.data})";
const hash = createHash('sha256').update(script).digest('base64');
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title></head><body><script>${script}</script></body></html>`;

/**
 * Registers an empty page that shows the mail which its parent page posts to it. Mails have inline styles, which the
 * Content Security Policy of all other pages forbids. The page has no origin, runs only its own script, and loads nothing.
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
