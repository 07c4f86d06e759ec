import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { closeSoon } from '@hexpedition/lab-runtime';
import { type WebSocket, WebSocketServer } from 'ws';
import { clientAddressOf, networkOf } from '#platform/http/network';
import type { SavedHome } from '../homes/home-files.ts';
import { isOwnOrigin } from './origin-check.ts';
import {
  type AcceptedTerminal,
  ConnectionRejected,
  closeCodes,
  serveTerminalConnection,
  type TerminalConnection,
} from './terminal-connection.ts';
import type { OpenRequest } from './terminal-messages.ts';

/** The path may name the instance, so that every node knows which node has to answer. */
const path = /^\/api\/lab\/terminal(?:\/(\d{1,15}))?\/?$/;

const matchPath = ({ url = '' }: IncomingMessage) => path.exec(url.split('?', 1)[0] ?? '');

export interface AdmittedTerminal extends AcceptedTerminal {
  session: number;
  instance: number;
  /** The runtime's reference of the instance. */
  ref: string;
}

export interface TerminalSocketDeps {
  publicUrl: string;
  trustProxy: boolean;
  /**
   * Consumes a ticket and attaches to the shell. Calls `reserveSlot` when it knows the ticket's user, before it opens anything.
   * @throws ConnectionRejected
   */
  admit: (request: OpenRequest, reserveSlot: (userPk: number) => void) => Promise<AdmittedTerminal>;
  /** Returns the terminals whose access was revoked, with the code and reason to close them with. */
  findRevoked: (open: AdmittedTerminal[]) => Promise<Map<AdmittedTerminal, { code: number; reason: string }>>;
  limits?: Partial<typeof defaultLimits>;
}

/** Milliseconds and numbers of connections. */
const defaultLimits = {
  ticketMs: 5_000,
  /** Interval of the check for revoked access. */
  checkMs: 4_000,
  /** Ping interval. A browser that does not answer before the next ping is disconnected. */
  pingMs: 25_000,
  /** Connections without a ticket, from one network and in total. */
  maxPendingPerNetwork: 100,
  maxPending: 500,
  /** Two instances have twelve terminals. After a page reload, connections briefly exist twice. */
  maxPerUser: 16,
};

export interface TerminalSocket {
  /** Returns true for WebSocket upgrades at the path of terminals. */
  owns(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Returns the instance that the path names. The ticket decides to which one the client connects. */
  instanceOf(request: IncomingMessage): number | undefined;
  /** Tells the connections of an instance that its home was saved. */
  onSaved(ref: string, saved: SavedHome): void;
  close(): void;
}

/** Creates the WebSocket endpoint of terminals, which limits connections and closes those whose access was revoked. */
export function createTerminalSocket(deps: TerminalSocketDeps): TerminalSocket {
  const limits = { ...defaultLimits, ...deps.limits };
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 64 * 1024,
    maxFragments: 64,
  });
  interface OpenConnection {
    socket: WebSocket;
    connection: TerminalConnection;
    /** Null before the ticket was accepted. */
    user: number | null;
    terminal: AdmittedTerminal | null;
    isAlive: boolean;
  }
  const connections = new Set<OpenConnection>();
  const pendingByNetwork = new Map<string, number>();
  let pending = 0;

  const timers = [
    // While the database does not answer, no access can have been revoked in it.
    setInterval(() => void closeRevoked().catch(() => {}), limits.checkMs).unref(),
    setInterval(ping, limits.pingMs).unref(),
  ];

  async function closeRevoked(): Promise<void> {
    const admitted = [...connections].filter(({ terminal }) => terminal !== null);
    if (admitted.length === 0) return;
    const revoked = await deps.findRevoked(admitted.flatMap(({ terminal }) => terminal ?? []));
    for (const { terminal, connection } of admitted) {
      const reason = terminal && revoked.get(terminal);
      if (reason) connection.close(reason.code, reason.reason);
    }
  }

  function ping(): void {
    for (const open of connections) {
      if (!open.isAlive) open.socket.terminate();
      open.isAlive = false;
      open.socket.ping();
    }
  }

  /** Counts a connection without a ticket. @returns a function that ends the count; undefined when there are too many */
  function addPending(network: string): (() => void) | undefined {
    const ofNetwork = pendingByNetwork.get(network) ?? 0;
    if (ofNetwork >= limits.maxPendingPerNetwork || pending >= limits.maxPending) return undefined;
    pendingByNetwork.set(network, ofNetwork + 1);
    pending++;
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      pending--;
      const left = (pendingByNetwork.get(network) ?? 1) - 1;
      if (left > 0) pendingByNetwork.set(network, left);
      else pendingByNetwork.delete(network);
    };
  }

  function serve(socket: WebSocket, removePending: () => void): void {
    const reserveSlot = (user: number) => {
      // Closing connections count until they are closed, because their unsent output uses memory.
      const ofUser = [...connections].filter((one) => one.user === user).length;
      if (ofUser >= limits.maxPerUser) {
        throw new ConnectionRejected(closeCodes.tooMany, 'You have too many terminals open. Close one first.');
      }
      open.user = user;
      removePending();
    };
    const admit = async (request: OpenRequest) => {
      open.terminal = await deps.admit(request, reserveSlot);
      return open.terminal;
    };
    const connection = serveTerminalConnection(socket, admit, limits.ticketMs);
    const open: OpenConnection = { socket, connection, user: null, terminal: null, isAlive: true };
    connections.add(open);
    socket.on('pong', () => {
      open.isAlive = true;
    });
    socket.on('close', () => {
      connections.delete(open);
      removePending();
    });
  }

  return {
    owns: (request) => request.headers.upgrade?.toLowerCase() === 'websocket' && matchPath(request) !== null,

    instanceOf(request) {
      const pk = matchPath(request)?.[1];
      return pk === undefined ? undefined : Number(pk);
    },

    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      // A ticket in the URL would be logged.
      if (request.url?.includes('?')) return reject(socket, 400, 'Send the ticket as the first message.');
      if (!isOwnOrigin(request.headers.origin, deps.publicUrl)) {
        return reject(socket, 403, 'Terminals can only be opened from pages of this platform.');
      }
      const removePending = addPending(networkOf(clientAddressOf(request, deps.trustProxy)));
      if (!removePending) return reject(socket, 503, 'Too many connections are waiting for a terminal.');
      socket.once('close', removePending);
      server.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, removePending));
    },

    onSaved(ref, saved) {
      for (const { terminal, connection } of connections) if (terminal?.ref === ref) connection.sendSaved(saved);
    },

    close() {
      for (const timer of timers) clearInterval(timer);
      for (const { socket } of connections) socket.terminate();
    },
  };
}

function reject(socket: Socket, status: number, text: string): void {
  const reason = { 400: 'Bad Request', 403: 'Forbidden', 503: 'Service Unavailable' }[status];
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n`;
  socket.end(`${head}Connection: close\r\n\r\n${text}`);
  closeSoon(socket);
}
