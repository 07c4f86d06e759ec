import type { FastifyInstance } from 'fastify';
import type { Ledger } from './ledger.service.ts';

/** Bytes; the largest events of a subscription are some tens of kilobytes. */
const bodyLimit = 512 * 1_024;

export const webhookPath = '/api/paddle/webhook';

/** Where Paddle tells what has happened. Not part of the contract: the path is given to Paddle. */
export async function webhookRoutes(app: FastifyInstance, ledger: Ledger): Promise<void> {
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
        await ledger.receive(request.body, Array.isArray(signature) ? signature[0] : signature);
        return {};
      },
    );
  });
}
