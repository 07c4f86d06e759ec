import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Gateway } from '@hexpedition/lab-runtime';
import type { Nodes } from '#features/nodes/nodes.public';
import type { EarlyHandler } from '#platform/http/early-handler';
import { forwardRequest, forwardUpgrade } from '#platform/http/forward';
import { clientAddressOf } from '#platform/http/network';
import type { TerminalSocket } from './terminals/terminal-socket.ts';

/** Calls below `/api/lab/{slug}/` that need the processes, homes or files of an instance. */
const instanceCall =
  /^\/api\/lab\/[^/?]+\/(?:instance|start|stop|extend|enter|terminal|files|file|home|repair)(?:[/?#]|$)/;

/** Maximum time that a stopping worker waits until the primary has ended the WebSockets of labs. */
const socketsTimeoutMs = 30_000;

export interface LabForwarder {
  /** Takes the place of the gateway: forwards the hosts of labs, and terminals. */
  gateway: Pick<Gateway, 'owns'> & {
    handle(request: IncomingMessage, response: ServerResponse): void;
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  };
  /** Forwards the calls of the API that need an instance. */
  handleCall: EarlyHandler;
  /** Waits until the primary has ended the open WebSockets, for example after it has saved the homes. */
  close(): Promise<void>;
}

/** Creates the handlers with which a worker passes the requests of labs on to its primary, which runs the instances. */
export function createLabForwarder(deps: {
  gateway: Pick<Gateway, 'owns'>;
  terminals: Pick<TerminalSocket, 'owns'>;
  socketPath: string;
  trustProxy: boolean;
  nodes: Pick<Nodes, 'passOn' | 'isForwarded'>;
}): LabForwarder {
  const { gateway, terminals } = deps;
  const sockets = new Set<Duplex>();
  let onAllClosed = () => {};

  const optionsFor = (request: IncomingMessage) => ({
    target: { socketPath: deps.socketPath },
    clientAddress: clientAddressOf(request, deps.trustProxy),
    headers: deps.nodes.passOn(request),
    trustsTrace: deps.trustProxy || deps.nodes.isForwarded(request),
  });

  return {
    gateway: {
      owns: (request) => gateway.owns(request) || terminals.owns(request),
      handle: (request, response) => forwardRequest(request, response, optionsFor(request)),
      upgrade(request, socket, head) {
        sockets.add(socket);
        socket.once('close', () => {
          sockets.delete(socket);
          if (sockets.size === 0) onAllClosed();
        });
        forwardUpgrade(request, socket, head, optionsFor(request));
      },
    },
    handleCall(request, response) {
      if (!isInstanceCall(request.url ?? '')) return false;
      forwardRequest(request, response, optionsFor(request));
      return true;
    },
    async close() {
      if (sockets.size === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, socketsTimeoutMs);
        onAllClosed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The router decodes a path before it selects a route, so `/st%61rt` is a start, too. */
function isInstanceCall(url: string): boolean {
  if (!url.startsWith('/api/lab/')) return false;
  try {
    return instanceCall.test(decodeURI(url));
  } catch {
    // The router rejects such a path.
    return false;
  }
}
