import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { TerminalService } from './terminals.service.ts';

export function terminalRoutes(app: FastifyInstance, terminals: TerminalService): void {
  registerEndpoints(app, {
    'POST /api/lab/:slug/terminal': async ({ params, viewer }) => ({
      ticket: await terminals.issueTicket(viewer, params.slug),
    }),
  });
}
