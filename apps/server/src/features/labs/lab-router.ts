import type { IncomingMessage } from 'node:http';
import { type Gateway, labHostOf } from '@hexpedition/lab-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Nodes, OtherNode } from '#features/nodes/nodes.public';
import type { Db } from '#platform/db/db';
import { findInstanceRunner, findNewestRunner } from './instances.read-model.ts';
import { activeStates } from './instances.store.ts';
import type { TerminalSocket } from './terminals/terminal-socket.ts';

/** Calls whose answer depends on files or processes of the node that runs the instance. */
const instanceCalls = new Set(
  ['instance', 'start', 'stop', 'extend', 'enter', 'terminal', 'files', 'file', 'home'].map(
    (call) => `/api/lab/:slug/${call}`,
  ),
);

export interface LabRouter {
  gateway: Pick<Gateway, 'owns' | 'handle' | 'upgrade'>;
  terminals: Pick<TerminalSocket, 'owns' | 'upgrade'>;
  /** Hook for the calls of labs: forwards a call to the node that runs the caller's instance. Needs the caller. */
  routeCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
}

/** Creates the handlers that pass the requests of an instance on to the node that runs it. */
export function createLabRouter(deps: {
  db: Db;
  nodes: Nodes;
  labsUrl: string;
  gateway: Pick<Gateway, 'owns' | 'handle' | 'upgrade'>;
  terminals: Pick<TerminalSocket, 'owns' | 'upgrade' | 'instanceOf'>;
  /** Returns the node of the instance with this label. It may be cached. */
  runnerOf: (label: string) => Promise<string | undefined>;
}): LabRouter {
  const { db, nodes, gateway, terminals } = deps;
  const { hostname } = new URL(deps.labsUrl);

  /** Returns the other node that has to answer; undefined if this one does. */
  async function select(
    request: IncomingMessage,
    findRunner: () => Promise<string | undefined>,
  ): Promise<OtherNode | undefined> {
    if (nodes.isForwarded(request)) return undefined;
    try {
      const runner = await findRunner();
      return runner === undefined ? undefined : await nodes.findOther(runner);
    } catch {
      // Without the database, this node answers that the lab cannot be reached.
      return undefined;
    }
  }

  const selectByHost = (request: IncomingMessage) =>
    select(request, async () => {
      const label = labHostOf(request, hostname)?.label;
      return label ? deps.runnerOf(label) : undefined;
    });

  return {
    gateway: {
      owns: gateway.owns,
      async handle(request, response) {
        const other = await selectByHost(request);
        if (other) nodes.forward(request, response, other);
        else await gateway.handle(request, response);
      },
      async upgrade(request, socket, head) {
        socket.on('error', () => socket.destroy());
        const other = await selectByHost(request);
        if (other) nodes.forwardUpgrade(request, socket, head, other);
        else await gateway.upgrade(request, socket, head);
      },
    },
    terminals: {
      owns: terminals.owns,
      upgrade(request, socket, head) {
        socket.on('error', () => socket.destroy());
        const instance = terminals.instanceOf(request);
        if (instance === undefined) return terminals.upgrade(request, socket, head);
        void select(request, () => findInstanceRunner(db, instance)).then((other) => {
          if (other) nodes.forwardUpgrade(request, socket, head, other);
          else terminals.upgrade(request, socket, head);
        });
      },
    },
    async routeCall(request, reply) {
      const { viewer, routeOptions, raw } = request;
      const { slug } = request.params as { slug?: string };
      if (!viewer || !slug || !instanceCalls.has(routeOptions.url ?? '') || nodes.isForwarded(raw)) return undefined;
      const newest = await findNewestRunner(db, viewer.pk, slug);
      if (!newest) return undefined;
      const other = await nodes.findOther(newest.runner);
      if (!other) return undefined;
      // The learner's home is on the node of the last instance. A node that is stopping starts nothing.
      const isActive = (activeStates as readonly string[]).includes(newest.status);
      if (other.isDraining && !isActive) return undefined;
      reply.hijack();
      nodes.forward(raw, reply.raw, other);
      return reply;
    },
  };
}
