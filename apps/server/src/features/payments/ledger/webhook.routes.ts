import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import { AppError } from '#platform/errors';
import type { Ledger } from './ledger.service.ts';
import { isSigned } from './webhook-signature.ts';

interface Deps {
  ledger: Ledger;
  clock: Clock;
  /** Paddle signs its deliveries with it. */
  secret: string;
}

/** Bytes. The largest events of a subscription have some tens of kilobytes. */
const bodyLimit = 512 * 1_024;

export const webhookPath = '/api/paddle/webhook';

/** Registers the webhook for Paddle's events. It is not part of the contract, because only Paddle calls it. */
export async function webhookRoutes(app: FastifyInstance, { ledger, clock, secret }: Deps): Promise<void> {
  await app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Body?: Buffer }>(
      webhookPath,
      { config: { access: 'public', ignoresCredential: true }, schema: { hide: true } },
      async ({ headers, body }) => {
        // A request without a content type has no body.
        if (!body || !isSigned(String(headers['paddle-signature']), body, secret, clock.now()))
          throw new AppError('forbidden', 'The Paddle signature is missing, wrong, or older than five minutes.');
        await ledger.receive(body);
        return {};
      },
    );
  });
}
