import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import { AppError } from '#platform/errors';
import type { Ledger } from './ledger.service.ts';
import { isSigned } from './signature.ts';

interface Deps {
  ledger: Ledger;
  clock: Clock;
  /** Signs what Paddle sends here. */
  secret: string;
}

/** Bytes; the largest events of a subscription are some tens of kilobytes. */
const bodyLimit = 512 * 1_024;

export const webhookPath = '/api/paddle/webhook';

/** Where Paddle tells what has happened. Not part of the contract: the path is given to Paddle. */
export async function webhookRoutes(app: FastifyInstance, { ledger, clock, secret }: Deps): Promise<void> {
  await app.register(async (scope) => {
    // The signature is of the bytes.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Body: Buffer }>(
      webhookPath,
      { config: { access: 'public', ignoresCredential: true }, schema: { hide: true } },
      async (request) => {
        const signature = request.headers['paddle-signature'];
        if (!isSigned(String(signature), request.body, secret, clock.now()))
          throw new AppError('forbidden', 'Paddle has not signed this, or not in the last five minutes.');
        await ledger.receive(request.body);
        return {};
      },
    );
  });
}
