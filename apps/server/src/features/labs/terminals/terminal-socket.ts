import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { closeSoon } from '@hexpedition/lab-runtime';
import { type WebSocket, WebSocketServer } from 'ws';
import { networkOf } from '#platform/http/network';
import { type Admitted, closeCodes, Refusal, serveConnection } from './connection.ts';
import type { Opening } from './messages.ts';
import { isOwnOrigin } from './origin.ts';

const path = '/api/lab/terminal';

export interface Entered extends Admitted {
  session: number;
  instance: number;
}

export interface TerminalSocketDeps {
  publicUrl: string;
  trustProxy: boolean;
  /**
   * Uses a ticket up and opens the shell. Calls `takeSeat` once it knows whose ticket it is, and before anything is opened.
   * @throws Refusal
   */
  admit: (opening: Opening, takeSeat: (userPk: number) => void) => Promise<Entered>;
  /** Which of these may not stay, with the code and the words that they are closed with. */
  findRefused: (open: Entered[]) => Promise<Map<Entered, { code: number; reason: string }>>;
  limits?: Partial<typeof usual>;
}

/** Milliseconds and numbers of connections. */
const usual = {
  ticketMs: 5_000,
  /** How often it is asked whether those inside may stay. */
  checkMs: 4_000,
  /** A browser that does not answer a ping until the next one is gone. */
  pingMs: 25_000,
  /** Without a ticket so far, from one network and from all. */
  waitingOfNetwork: 100,
  waiting: 500,
  /** Two instances have twelve terminals, and a page that is loaded anew has them twice for a moment. */
  ofUser: 16,
};

export interface TerminalSocket {
  /** True for requests that only this answers: an upgrade to a WebSocket at its address. */
  owns(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  close(): void;
}

/** The door of the terminals: who may knock, how many at once, and who has to leave. */
export function createTerminalSocket(deps: TerminalSocketDeps): TerminalSocket {
  const limits = { ...usual, ...deps.limits };
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 64 * 1024,
    maxFragments: 64,
  });
  interface Open {
    socket: WebSocket;
    close: (code: number, reason: string) => void;
    /** Whose it is, once a ticket has told. */
    user: number | null;
    entered: Entered | null;
    isAlive: boolean;
  }
  const open = new Set<Open>();
  const waiting = new Map<string, number>();
  let waitingOfAll = 0;

  const timers = [
    // While the database does not answer, nobody can have been logged out in it.
    setInterval(() => void check().catch(() => {}), limits.checkMs).unref(),
    setInterval(ping, limits.pingMs).unref(),
  ];

  async function check(): Promise<void> {
    const inside = [...open].filter(({ entered }) => entered !== null);
    if (inside.length === 0) return;
    const refused = await deps.findRefused(inside.flatMap(({ entered }) => entered ?? []));
    for (const one of inside) {
      const why = one.entered && refused.get(one.entered);
      if (why) one.close(why.code, why.reason);
    }
  }

  function ping(): void {
    for (const one of open) {
      if (!one.isAlive) one.socket.terminate();
      one.isAlive = false;
      one.socket.ping();
    }
  }

  /** Counts those who have shown no ticket yet. @returns undefined when there are too many */
  function takePlace(network: string): (() => void) | undefined {
    const mine = waiting.get(network) ?? 0;
    if (mine >= limits.waitingOfNetwork || waitingOfAll >= limits.waiting) return undefined;
    waiting.set(network, mine + 1);
    waitingOfAll++;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      waitingOfAll--;
      const left = (waiting.get(network) ?? 1) - 1;
      if (left > 0) waiting.set(network, left);
      else waiting.delete(network);
    };
  }

  function serve(socket: WebSocket, leavePlace: () => void): void {
    const takeSeat = (user: number) => {
      // Those who are told to go count until they are gone: what is on its way to them takes memory.
      const taken = [...open].filter((one) => one.user === user).length;
      if (taken >= limits.ofUser) throw new Refusal(closeCodes.tooMany, 'You have too many terminals open.');
      me.user = user;
      leavePlace();
    };
    const admit = async (opening: Opening) => {
      me.entered = await deps.admit(opening, takeSeat);
      return me.entered;
    };
    const connection = serveConnection(socket, admit, limits.ticketMs);
    const me: Open = { socket, close: connection.close, user: null, entered: null, isAlive: true };
    open.add(me);
    socket.on('pong', () => {
      me.isAlive = true;
    });
    socket.on('close', () => {
      open.delete(me);
      leavePlace();
    });
  }

  return {
    owns: ({ url, headers }) =>
      headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?', 1)[0]?.replace(/\/$/, '') === path,

    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      // A ticket in an address would be written into logs.
      if (request.url?.includes('?')) return refuse(socket, 400, 'The ticket is the first message.');
      if (!isOwnOrigin(request.headers.origin, deps.publicUrl)) {
        return refuse(socket, 403, 'Terminals are opened from the pages of this platform.');
      }
      const leavePlace = takePlace(networkOf(addressOf(request, deps.trustProxy)));
      if (!leavePlace) return refuse(socket, 503, 'Too many are waiting for a terminal.');
      socket.once('close', leavePlace);
      server.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, leavePlace));
    },

    close() {
      for (const timer of timers) clearInterval(timer);
      for (const one of open) one.socket.terminate();
    },
  };
}

/** The proxy adds the address that it sees to those that the visitor may have sent. */
function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  return forwarded || (request.socket.remoteAddress ?? '');
}

function refuse(socket: Socket, status: number, text: string): void {
  const reason = { 400: 'Bad Request', 403: 'Forbidden', 503: 'Service Unavailable' }[status];
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n`;
  socket.end(`${head}Connection: close\r\n\r\n${text}`);
  closeSoon(socket);
}
