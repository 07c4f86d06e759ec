import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '#platform/db/db';
import { AppError, invalid } from '#platform/errors';
import type { BounceService } from './bounces/bounces.service.ts';
import { unsubscribeByLink } from './unsubscribe.service.ts';
import type { Unsubscribe } from './unsubscribe.ts';

interface Deps {
  db: Db;
  unsubscribe: Unsubscribe;
  bounces: BounceService;
  /** Secret with which the operator's mail server authenticates; null disables bounce reports. */
  bouncesSecret: string | null;
}

const BounceReport = z.object({
  address: z.string().min(3).max(254),
  permanent: z.boolean(),
  reason: z.string().max(1_000).default(''),
});

/** Maximum body size in bytes. Mail programs send a few bytes, and a report has a few lines. */
const bodyLimit = 16 * 1_024;

/**
 * Registers the routes that mail programs and mail servers call. They are not part of the contract, because standards and
 * the operator's mail server determine their form.
 */
export async function mailCallbackRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const config = { access: 'public', ignoresCredential: true } as const;
  await app.register(async (scope) => {
    // RFC 8058 allows two content types, and the body is always the same.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
    const path = '/api/mail/unsubscribe/:user/:hmac';
    scope.post<{ Params: LinkParams }>(path, { config, schema: { hide: true } }, async ({ params }) => {
      await unsubscribeByLink(deps, Number(params.user), params.hmac);
      return {};
    });
    // A mail program without one-click support opens the address in a browser.
    scope.get<{ Params: LinkParams }>(path, { config, schema: { hide: true } }, async ({ params }, reply) =>
      reply.redirect(`/unsubscribe/${encodeURIComponent(params.user)}/${encodeURIComponent(params.hmac)}`),
    );
    const { bouncesSecret } = deps;
    if (bouncesSecret === null) return;
    scope.post<{ Body: string }>('/api/mail/bounces', { config, schema: { hide: true } }, async (request) => {
      if (!isSame(request.headers.authorization ?? '', `Bearer ${bouncesSecret}`)) {
        throw new AppError('forbidden', 'The secret is missing or wrong.');
      }
      await deps.bounces.report(parseReport(request.body));
      return {};
    });
  });
}

interface LinkParams {
  user: string;
  hmac: string;
}

function parseReport(body: string): z.output<typeof BounceReport> {
  try {
    return BounceReport.parse(JSON.parse(body));
  } catch {
    throw invalid({ body: 'Send JSON: {"address": "…", "permanent": true, "reason": "…"}.' });
  }
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
