import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import type { Db, Tx } from '#platform/db/db';
import type { NodeProcess } from '#platform/db/schema';
import { forwardRequest, forwardUpgrade } from '#platform/http/forward';
import { forwardedClient, setForwarded } from '#platform/http/forwarded-client';
import { clientAddressOf } from '#platform/http/network';
import { passedIdHeader, type RequestIds } from '#platform/http/request-id';
import { nodeName } from '#platform/node-name';
import { version } from '#platform/version';
import { nodeHeader, signForwarding, verifyForwarding } from './node-signature.ts';
import { findLivingNode } from './nodes.read-model.ts';
import { deadAfterSeconds, deleteNode, recordHeartbeat, takeDeadNodes } from './nodes.store.ts';

const heartbeatMs = 3_000;
/** Lifetime of a cached address. A page of a lab makes many requests. */
const cacheMs = 2_000;

export interface OtherNode {
  origin: string;
  isDraining: boolean;
}

export interface Nodes {
  /** Name of this node. */
  name: string;
  /** Returns another node that is alive and reachable; undefined for this node and all others. */
  findOther(name: string): Promise<OtherNode | undefined>;
  /** Recognises a request that another node has forwarded. Call it first for each request. */
  accept(request: IncomingMessage): void;
  /** Returns the headers with which a worker passes a request on to its primary. */
  passOn(request: IncomingMessage): Record<string, string>;
  /** Returns whether another node has forwarded this request. It must not be forwarded again. */
  isForwarded(request: IncomingMessage): boolean;
  forward(request: IncomingMessage, response: ServerResponse, to: OtherNode): void;
  forwardUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, to: OtherNode): void;
  /** Reports this node while the server runs, and calls `onDead` for the nodes that have died. */
  attach(app: FastifyInstance, onDead: (tx: Tx, names: string[]) => Promise<void>): void;
}

/** Creates the feature with which nodes know and reach each other. */
export function createNodes(deps: {
  config: Pick<Config, 'dataDir' | 'nodeUrl' | 'trustProxy'>;
  db: Db;
  key: Buffer;
  requestIds: RequestIds;
  /** Returns the headers with which another server continues the trace of this request. */
  traceHeaders: () => Record<string, string>;
  isDraining: () => boolean;
  /** Returns the processes of this node. */
  processes: () => NodeProcess[];
}): Nodes {
  const { config, db, key } = deps;
  const name = nodeName(config.dataDir);
  const cache = new Map<string, { at: number; node: ReturnType<typeof findLivingNode> }>();

  function find(other: string): ReturnType<typeof findLivingNode> {
    const cached = cache.get(other);
    if (cached && performance.now() - cached.at < cacheMs) return cached.node;
    if (cache.size > 200) cache.clear();
    const node = findLivingNode(db, other);
    cache.set(other, { at: performance.now(), node });
    node.catch(() => cache.delete(other));
    return node;
  }

  const report = (isStart: boolean) =>
    recordHeartbeat(
      db,
      { name, address: config.nodeUrl, version, draining: deps.isDraining(), processes: deps.processes() },
      isStart,
    );

  const optionsFor = (request: IncomingMessage, { origin }: OtherNode) => {
    const clientAddress = clientAddressOf(request, config.trustProxy);
    return {
      ...{ target: { origin }, clientAddress },
      headers: {
        [nodeHeader]: signForwarding(request, clientAddress, key),
        [passedIdHeader]: deps.requestIds.of(request),
        ...deps.traceHeaders(),
      },
      trustsTrace: config.trustProxy && Object.keys(deps.traceHeaders()).length === 0,
    };
  };

  return {
    name,
    async findOther(other) {
      if (other === name) return undefined;
      const node = await find(other);
      return node?.address ? { origin: node.address, isDraining: node.draining } : undefined;
    },
    accept(request) {
      if (request.headers[nodeHeader] === undefined) return;
      const client = verifyForwarding(request, key);
      if (client !== undefined) setForwarded(request, client);
    },
    passOn(request): Record<string, string> {
      const isForwarded = forwardedClient(request) !== undefined;
      const proof: Record<string, string> = isForwarded ? { [nodeHeader]: String(request.headers[nodeHeader]) } : {};
      return { ...proof, [passedIdHeader]: deps.requestIds.of(request) };
    },
    isForwarded: (request) => forwardedClient(request) !== undefined,
    forward: (request, response, to) => forwardRequest(request, response, optionsFor(request, to)),
    forwardUpgrade: (request, socket, head, to) => forwardUpgrade(request, socket, head, optionsFor(request, to)),
    attach(app, onDead) {
      let timer: NodeJS.Timeout | undefined;
      let steadySince = performance.now();
      let lastHeartbeat = performance.now();

      async function beat(): Promise<void> {
        await report(false);
        const now = performance.now();
        if (now - lastHeartbeat > 2 * heartbeatMs) steadySince = now;
        lastHeartbeat = now;
        // After an outage of the database, or a pause of this process, all nodes look dead until they have reported.
        if (now - steadySince < (deadAfterSeconds + 5) * 1_000) return;
        await db.transaction().execute(async (tx) => {
          const dead = await takeDeadNodes(tx, name);
          if (dead.length === 0) return;
          await onDead(tx, dead);
          app.log.warn({ nodes: dead }, 'nodes have died; their labs have ended');
        });
      }

      async function run(): Promise<void> {
        // A failed heartbeat is harmless: the next one follows, and outages of the database are reported elsewhere.
        await beat().catch(() => {});
        if (timer) timer = setTimeout(run, heartbeatMs).unref();
      }

      app.addHook('onReady', () => report(true));
      app.addHook('onListen', async () => {
        timer = setTimeout(run, heartbeatMs).unref();
      });
      app.addHook('onClose', async () => {
        clearTimeout(timer);
        timer = undefined;
        await deleteNode(db, name).catch(() => {});
      });
    },
  };
}
