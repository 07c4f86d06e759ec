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
  /** What the operator's mail server proves itself with; null where it reports nothing. */
  bouncesSecret: string | null;
}

const BounceReport = z.object({
  address: z.string().min(3).max(254),
  permanent: z.boolean(),
  reason: z.string().max(1_000).default(''),
});

/** Bytes; mail programs send a few, and a report is a few lines. */
const bodyLimit = 16 * 1_024;

/** What mail programs and mail servers call. Not part of the contract: standards and the operator give the form. */
export async function mailCallbackRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const config = { access: 'public', ignoresCredential: true } as const;
  await app.register(async (scope) => {
    // RFC 8058 allows two types of forms, and what they say is always the same.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
    const path = '/api/mail/unsubscribe/:user/:hmac';
    scope.post<{ Params: LinkParams }>(path, { config, schema: { hide: true } }, async ({ params }) => {
      await unsubscribeByLink(deps, Number(params.user), params.hmac);
      return {};
    });
    // A program that knows no one-click shows the address to people.
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

/** In constant time. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
