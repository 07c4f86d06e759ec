import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  closeSoon,
  createGateway,
  type Endpoint,
  type Gateway,
  type LabTarget,
  type Pass,
} from '@hexpedition/lab-runtime';
import type { FastifyServerOptions } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { Draining } from '#platform/draining';
import type { EarlyHandler } from '#platform/http/early-handler';
import { closeUnusedConnections } from '#platform/http/unused-connections';
import { rules } from './instances.policy.ts';
import { findInstanceByLabel, isSessionOpen } from './instances.read-model.ts';
import { consumeBrowserEntry } from './instances.store.ts';
import type { LabForwarder } from './lab-forwarder.ts';
import type { LabRouter } from './lab-router.ts';
import type { TerminalSocket } from './terminals/terminal-socket.ts';

/** Lifetime of cached lookups. A page of a lab makes many requests, which then need one database query. */
const cacheMs = 2_000;
export interface LabGateway {
  gateway: Gateway;
  /** Removes an instance that has ended from the cache. */
  forget(label: string): void;
  /** Returns the node of an instance, from the same cache. */
  runnerOf(label: string): Promise<string | undefined>;
}

interface FoundInstance {
  runner: string;
  /** Null if it has ended, or runs on another node. */
  target: LabTarget | null;
}

export function createLabGateway(deps: {
  db: Db;
  clock: Clock;
  config: Pick<Config, 'labsUrl' | 'publicUrl'>;
  key: Buffer;
  runner: string;
  onUse: (instance: number) => void;
}): LabGateway {
  const { db, clock } = deps;
  const lookups = new Map<string, { at: number; found: Promise<FoundInstance | undefined> }>();
  const sessions = new Map<number, { at: number; open: Promise<boolean> }>();

  async function readInstance(label: string): Promise<FoundInstance | undefined> {
    const row = await findInstanceByLabel(db, label);
    if (!row) return undefined;
    const isExpired = row.status !== 'running' || !row.expires_at || row.expires_at <= clock.now();
    const { runner } = row;
    if (isExpired || !row.endpoint || !row.is_active) return { runner, target: null };
    if (runner !== deps.runner) return { runner, target: null };
    return { runner, target: { instance: row.pk, user: row.user_pk, endpoint: JSON.parse(row.endpoint) as Endpoint } };
  }

  function find(label: string): Promise<FoundInstance | undefined> {
    const now = clock.now().getTime();
    const cached = lookups.get(label);
    if (cached && now - cached.at < cacheMs) return cached.found;
    // Anyone can request random labels, so the cache must stay small.
    if (lookups.size > 2_000) lookups.clear();
    const found = readInstance(label);
    lookups.set(label, { at: now, found });
    found.catch(() => lookups.delete(label));
    return found;
  }

  /** Returns whether a session is open. A lab's pass ends with its session, for example after logging out. */
  function isOpen(session: number): Promise<boolean> {
    const now = clock.now().getTime();
    const cached = sessions.get(session);
    if (cached && now - cached.at < cacheMs) return cached.open;
    if (sessions.size > 2_000) sessions.clear();
    const open = isSessionOpen(db, session);
    sessions.set(session, { at: now, open });
    open.catch(() => sessions.delete(session));
    return open;
  }

  async function consumeEntry(token: string, label: string): Promise<Pass | undefined> {
    const now = clock.now();
    const row = await consumeBrowserEntry(db, token, label);
    if (!row?.session_pk || row.expires_at <= now) return undefined;
    if (!(await readInstance(label))?.target || !(await isSessionOpen(db, row.session_pk))) return undefined;
    const expiresAt = row.created_at.getTime() + rules.passLifetime;
    return { instance: row.pk, user: row.user_pk, session: row.session_pk, expiresAt };
  }

  const { labsUrl, publicUrl } = deps.config;
  const gateway = createGateway({
    labsUrl,
    backUrl: `${publicUrl}/labs`,
    key: deps.key,
    lookup: async (label) => (await find(label))?.target,
    consumeEntry,
    isOpen,
    onUse: deps.onUse,
  });
  return {
    gateway,
    forget: (label) => lookups.delete(label),
    runnerOf: async (label) => (await find(label))?.runner,
  };
}

/**
 * Returns Fastify's server factory. Platform and labs share one port; the Host header selects between them before any code
 * of the platform runs. Terminals are WebSockets on the platform's host.
 * @param gateway handles the hosts of labs; in a worker, it forwards them
 * @param accept recognises the requests that another node has forwarded
 * @param earlyHandlers handlers that run before Fastify, in this order
 */
export function sharedServer(
  gateway: LabForwarder['gateway'] | LabRouter['gateway'],
  terminals: Pick<TerminalSocket, 'owns' | 'upgrade'>,
  earlyHandlers: EarlyHandler[],
  { draining, accept }: { draining: Pick<Draining, 'isDraining'>; accept: (request: IncomingMessage) => void },
): NonNullable<FastifyServerOptions['serverFactory']> {
  return (handler, options) => {
    const serve: RequestListener = (request, response) => {
      if (!earlyHandlers.some((handle) => handle(request, response))) handler(request, response);
    };
    const server: Server = createServer((request, response) => {
      // Closes the connection after the answer, so that a load balancer selects another server for the next request.
      if (draining.isDraining) response.shouldKeepAlive = false;
      accept(request);
      if (gateway.owns(request)) void gateway.handle(request, response);
      else serve(request, response);
    });
    server.on('upgrade', (request, socket, head) => {
      accept(request);
      if (gateway.owns(request)) void gateway.upgrade(request, socket, head);
      else if (terminals.owns(request)) terminals.upgrade(request, socket as Socket, head);
      // The development server has its own upgrade listener.
      else if (server.listenerCount('upgrade') > 1 && request.headers.upgrade === 'websocket') return;
      else answerWithoutUpgrade(request, socket as Socket, serve);
    });
    closeUnusedConnections(server);
    // Fastify sets these only on servers that it creates itself.
    const { keepAliveTimeout, requestTimeout } = options as { keepAliveTimeout?: number; requestTimeout?: number };
    server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = requestTimeout ?? server.requestTimeout;
    return server;
  };
}

/**
 * Answers a request that offers another protocol as a normal request. Because the server has an upgrade listener, Node
 * passes it all such requests, for example offers of HTTP/2 without TLS by Java's client and curl. Their bodies are not read.
 */
function answerWithoutUpgrade(request: IncomingMessage, socket: Socket, handler: RequestListener): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => {
    socket.end();
    closeSoon(socket);
  });
  socket.on('error', () => socket.destroy());
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) {
    handler(request, response);
  } else {
    response.writeHead(400).end();
  }
}
