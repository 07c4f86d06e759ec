import type { FastifyInstance } from 'fastify';
import { networkOf } from '#platform/http/network';
import { registerEndpoints } from '#platform/http/routes';
import { createSetup, type SetupDeps } from './setup.service.ts';

export function setupRoutes(app: FastifyInstance, deps: SetupDeps): void {
  const setup = createSetup(deps);
  registerEndpoints(app, {
    'POST /api/setup/state': ({ body, request }) => setup.readState(body.token, networkOf(request.ip)),

    'POST /api/setup/mail': ({ body, request }) => setup.sendMail(body.token, body.to, networkOf(request.ip)),

    'POST /api/setup/finish': ({ body, request }) =>
      setup.finish(body, { network: networkOf(request.ip), userAgent: request.headers['user-agent'] ?? '' }),
  });
}
