import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Endpoint } from '../runtime.ts';
import { cookieFor, type Pass, readPass, setPass } from './cookie.ts';
import { type ForwardLimits, forward } from './forward.ts';
import { labHostOf } from './host.ts';
import { pages, sendPage } from './pages.ts';
import { joinWebSocket, refuse } from './upgrade.ts';
import { createUpstreams } from './upstreams.ts';

/** A running instance, as the gateway knows it. */
export interface LabTarget {
  instance: number;
  user: number;
  endpoint: Endpoint;
}

export interface GatewayOptions {
  /** Base URL of labs, such as `http://labs.localhost:8080`: instances are at `{label}.` before its host. */
  labsUrl: string;
  /** Target of "Back to the labs". */
  backUrl: string;
  /** 32 random bytes that sign passes. */
  key: Buffer;
  /** Returns the instance with this label: null if it has ended, undefined if there was none. */
  lookup(label: string): Promise<LabTarget | null | undefined>;
  /** Consumes a ticket for the instance with this label. Returns undefined if it is not valid any more. */
  consumeEntry(token: string, label: string): Promise<Pass | undefined>;
  /**
   * Returns whether the platform's session that opened the instance is still open. Called for every request, so it must
   * be cheap.
   */
  isOpen(session: number): Promise<boolean>;
  /** Called for every request that is let through, so it must be cheap. */
  onUse?(instance: number): void;
  limits?: Partial<ForwardLimits & { headersMs: number; bodyMs: number; webSockets: number }>;
}

/** HTTP handler for the hosts of labs, which comes before the platform's. */
export interface Gateway {
  /** Returns whether a request is for a host of labs, which only the gateway may answer. */
  owns(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  close(): Promise<void>;
}

const ENTER = '/__lab/enter';

export function createGateway(options: GatewayOptions): Gateway {
  const { key } = options;
  const labs = new URL(options.labsUrl);
  const cookie = cookieFor(labs);
  const limits = {
    requestBytes: 10 * 1024 * 1024,
    responseBytes: 100 * 1024 * 1024,
    // Shorter than the platform's own limit, so that its bare 408 does not come first
    requestMs: 25_000,
    headersMs: 30_000,
    bodyMs: 60_000,
    webSockets: 32,
    ...options.limits,
  };
  const upstreams = createUpstreams(limits);
  const webSockets = new Map<number, Set<Duplex>>();

  const send = (response: ServerResponse, page: keyof typeof pages) => sendPage(response, pages[page], options.backUrl);

  /** Returns the instance that this request may use, or the name of the page that says why not. */
  async function admit(request: IncomingMessage): Promise<LabTarget | keyof typeof pages> {
    const label = labHostOf(request, labs.hostname)?.label;
    if (!label) return 'unknown';
    const found = await options.lookup(label);
    if (found === undefined) return 'unknown';
    if (found === null) return 'ended';
    const pass = readPass(cookie, request.headers.cookie, label, key, Date.now());
    if (!pass || pass.instance !== found.instance || pass.user !== found.user) return 'wrongBrowser';
    if (!(await options.isOpen(pass.session))) return 'wrongBrowser';
    options.onUse?.(found.instance);
    return found;
  }

  /** Returns false if the instance has the maximum number of WebSockets open. */
  function count(instance: number, socket: Duplex): boolean {
    const open = webSockets.get(instance) ?? new Set<Duplex>();
    if (open.size >= limits.webSockets) return false;
    webSockets.set(instance, open.add(socket));
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) webSockets.delete(instance);
    });
    return true;
  }

  async function enter(request: IncomingMessage, response: ServerResponse, query: string): Promise<void> {
    const label = labHostOf(request, labs.hostname)?.label;
    const token = new URLSearchParams(query).get('token');
    if (!label) return send(response, 'unknown');
    if (request.method !== 'GET' || !token) return send(response, 'usedTicket');
    const pass = await options.consumeEntry(token, label);
    if (!pass) return send(response, 'usedTicket');
    response.writeHead(303, {
      Location: '/',
      'Set-Cookie': setPass(cookie, pass, label, key, Date.now()),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
      'Content-Length': 0,
    });
    response.end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    if (path === ENTER) return enter(request, response, query);
    // The gateway's own path: it is never forwarded, with any method
    if (path.startsWith('/__lab/')) return send(response, 'unknown');
    const admitted = await admit(request);
    if (typeof admitted === 'string') return send(response, admitted);
    const problem = await forward(request, response, upstreams.get(admitted.endpoint), limits);
    if (problem) sendPage(response, problem, options.backUrl);
  }

  return {
    owns: (request) => labHostOf(request, labs.hostname) !== undefined,

    handle: (request, response) =>
      answer(request, response).catch(() => {
        send(response, 'noAnswer');
      }),

    async upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      try {
        if (request.headers.upgrade?.toLowerCase() !== 'websocket') return refuse(socket, pages.malformed);
        const admitted = await admit(request);
        if (typeof admitted === 'string') return refuse(socket, pages[admitted]);
        // Programs send no Origin, and have no browser cookies to misuse
        const { origin } = request.headers;
        if (origin !== undefined && origin !== `${labs.protocol}//${request.headers.host}`) {
          return refuse(socket, pages.wrongBrowser);
        }
        if (!count(admitted.instance, socket)) return refuse(socket, pages.noAnswer);
        joinWebSocket(request, socket, head, admitted.endpoint);
      } catch {
        refuse(socket, pages.noAnswer);
      }
    },

    async close() {
      for (const open of webSockets.values()) for (const socket of open) socket.destroy();
      await upstreams.close();
    },
  };
}
