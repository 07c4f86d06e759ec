import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  closeSoon,
  createGateway,
  type Endpoint,
  type Gateway,
  type Pass,
  type Reachable,
} from '@hexpedition/lab-runtime';
import type { FastifyServerOptions } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { EarlyHandler } from '#platform/http/host-guard';
import { closeUnusedConnections } from '#platform/http/unused-connections';
import { rules } from './instances.policy.ts';
import { findInstanceByLabel, isSessionOpen } from './instances.read-model.ts';
import { takeEntry } from './instances.store.ts';
import type { TerminalSocket } from './terminals/terminal-socket.ts';

/** A page of a lab makes many requests; one answer of the database serves them all for this long. */
const rememberFor = 2_000;
export interface LabGateway {
  gateway: Gateway;
  /** Forgets an instance that has ended, before `rememberFor` has passed. */
  forget(label: string): void;
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
  const known = new Map<string, { at: number; found: Promise<Reachable | null | undefined> }>();
  const sessions = new Map<number, { at: number; open: Promise<boolean> }>();

  async function ask(label: string): Promise<Reachable | null | undefined> {
    const row = await findInstanceByLabel(db, label);
    if (!row) return undefined;
    const isOver = row.status !== 'running' || !row.expires_at || row.expires_at <= clock.now();
    if (isOver || !row.endpoint || !row.is_active || row.runner !== deps.runner) return null;
    return { instance: row.pk, user: row.user_pk, endpoint: JSON.parse(row.endpoint) as Endpoint };
  }

  function lookup(label: string): Promise<Reachable | null | undefined> {
    const now = clock.now().getTime();
    const remembered = known.get(label);
    if (remembered && now - remembered.at < rememberFor) return remembered.found;
    // Strangers guess labels, too, so what is remembered has to stay small
    if (known.size > 2_000) known.clear();
    const found = ask(label);
    known.set(label, { at: now, found });
    found.catch(() => known.delete(label));
    return found;
  }

  /** Labs are reached with a pass of their own; it ends with the session, so logging out or a new password ends it. */
  function isOpen(session: number): Promise<boolean> {
    const now = clock.now().getTime();
    const remembered = sessions.get(session);
    if (remembered && now - remembered.at < rememberFor) return remembered.open;
    if (sessions.size > 2_000) sessions.clear();
    const open = isSessionOpen(db, session);
    sessions.set(session, { at: now, open });
    open.catch(() => sessions.delete(session));
    return open;
  }

  async function consumeEntry(token: string, label: string): Promise<Pass | undefined> {
    const now = clock.now();
    const row = await takeEntry(db, token, label);
    if (!row?.session_pk || row.expires_at <= now) return undefined;
    if (!(await ask(label)) || !(await isSessionOpen(db, row.session_pk))) return undefined;
    const expiresAt = row.created_at.getTime() + rules.longest;
    return { instance: row.pk, user: row.user_pk, session: row.session_pk, expiresAt };
  }

  const { labsUrl, publicUrl } = deps.config;
  const gateway = createGateway({
    labsUrl,
    backUrl: `${publicUrl}/labs`,
    key: deps.key,
    lookup,
    consumeEntry,
    isOpen,
    onUse: deps.onUse,
  });
  return { gateway, forget: (label) => known.delete(label) };
}

/**
 * For Fastify: one port for both, told apart by the Host header before anything of the platform runs. Terminals are
 * WebSockets of the platform's own.
 * @param first may answer instead of Fastify, in this order
 */
export function sharedServer(
  gateway: Gateway,
  terminals: Pick<TerminalSocket, 'owns' | 'upgrade'>,
  first: EarlyHandler[],
): NonNullable<FastifyServerOptions['serverFactory']> {
  return (handler, options) => {
    const serve: RequestListener = (request, response) => {
      if (!first.some((answer) => answer(request, response))) handler(request, response);
    };
    const server: Server = createServer((request, response) => {
      if (gateway.owns(request)) void gateway.handle(request, response);
      else serve(request, response);
    });
    server.on('upgrade', (request, socket, head) => {
      if (gateway.owns(request)) void gateway.upgrade(request, socket, head);
      else if (terminals.owns(request)) terminals.upgrade(request, socket as Socket, head);
      // Leave it to the development server's own listener, if there is one
      else if (server.listenerCount('upgrade') > 1 && request.headers.upgrade === 'websocket') return;
      else answerWithoutUpgrade(request, socket as Socket, serve);
    });
    closeUnusedConnections(server);
    // Fastify sets these on servers that it makes itself
    const { keepAliveTimeout, requestTimeout } = options as { keepAliveTimeout?: number; requestTimeout?: number };
    server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = requestTimeout ?? server.requestTimeout;
    return server;
  };
}

/**
 * Because we listen for upgrades, Node hands over every request that offers one, such as HTTP/2 in clear text by
 * Java's client and curl. Declining means to answer it like any other. Its body, if it has one, was not read.
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
