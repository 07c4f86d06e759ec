import type { FastifyInstance } from 'fastify';
import { accountSamples } from '#features/accounts/accounts.public';
import type { SendTest } from '#features/announcements/announcements.public';
import { type Letter, renderLetter } from '#features/letters/letters.public';
import { paymentSamples } from '#features/payments/payments.public';
import { notFound } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';

interface Deps {
  publicUrl: string;
  sendTest: SendTest;
}

/** Every letter that the platform writes by itself, for superusers to see before a learner does. */
export function sampleLettersRoutes(app: FastifyInstance, { publicUrl, sendTest }: Deps): void {
  const groups = (username: string): Record<'account' | 'payments', Record<string, Letter>> => ({
    account: accountSamples({ username, publicUrl }),
    payments: paymentSamples({ username, publicUrl }),
  });

  registerEndpoints(app, {
    'GET /api/admin/letters': async () => ({
      letters: Object.entries(groups('mara')).flatMap(([group, letters]) =>
        Object.entries(letters).map(([kind, letter]) => ({
          kind,
          group: group as 'account' | 'payments',
          ...renderLetter(letter),
        })),
      ),
    }),

    'POST /api/admin/letters/:kind/test': ({ viewer, params }) =>
      sendTest(viewer.pk, `letter:${params.kind}`, async ({ username, address }) => {
        const { account, payments } = groups(username);
        const all = new Map(Object.entries({ ...account, ...payments }));
        const letter = all.get(params.kind);
        if (!letter) throw notFound('letter');
        return { to: address, ...renderLetter(letter) };
      }),
  });
}
