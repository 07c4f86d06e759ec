import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs } from '#platform/backoff';
import { describeDatabaseError, isDatabaseUnavailable } from './database-errors.ts';
import { DatabaseStatus } from './database-status.ts';

/** The maximum pause is short enough that the node reconnects within 5 s of the database's return. */
const backoff = { firstMs: 100, maxMs: 2_000 };
const connectTimeoutMs = 5_000;
const heartbeatMs = 5_000;
const closeTimeoutMs = 1_000;
/** After a connection that lasted this long, the backoff starts again with the shortest pause. */
const stableAfterMs = 1_000;

interface Subscription {
  onNotification: (payload: string) => void;
  /** Called after each subscription, including the first one. Earlier notifications were missed. */
  onSubscribed: () => void;
}

/** One connection that receives the notifications of all channels and reconnects when it is lost. */
export interface DatabaseListener {
  status: DatabaseStatus;
  listen(channel: string, onNotification: (payload: string) => void, onSubscribed: () => void): Promise<ListenHandle>;
  close(): Promise<void>;
}

interface ListenHandle {
  close(): Promise<void>;
}

export interface ListenerOptions {
  status?: DatabaseStatus;
  /** Waits between two attempts. Tests pass their own. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds between two heartbeats, and the time limit for the answer to one. */
  heartbeatMs?: number;
}

/**
 * Opens the connection for notifications. A single loop replaces a lost connection, so at most one attempt runs at a time.
 * A heartbeat detects a connection that the network dropped silently.
 * @throws the error of the first attempt; a node that cannot reach its database does not start
 */
export async function openListener(url: string, options: ListenerOptions = {}): Promise<DatabaseListener> {
  const { status = new DatabaseStatus(), sleep = defaultSleep } = options;
  const channels = new Map<string, Set<Subscription>>();
  const stopping = new AbortController();
  const { signal } = stopping;

  const subscriptionsOf = (channel: string) => [...(channels.get(channel) ?? [])];
  const onNotification = ({ channel, payload }: pg.Notification) => {
    for (const subscription of subscriptionsOf(channel)) subscription.onNotification(payload ?? '');
  };

  async function connect(): Promise<Connection> {
    const connection = await openConnection(url, onNotification, options.heartbeatMs ?? heartbeatMs);
    try {
      for (const channel of channels.keys()) await connection.client.query(listenTo(channel));
    } catch (error) {
      connection.end();
      throw error;
    }
    return connection;
  }

  /** Waits for the backoff before an attempt, or until a hint that the database should answer. */
  async function waitBefore(attempt: number): Promise<void> {
    const due = new AbortController();
    const ignoreHints = status.onHint(() => due.abort());
    await sleep(backoffMs(attempt, backoff), AbortSignal.any([signal, due.signal])).catch(() => {});
    ignoreHints();
  }

  /** Tries until a connection is open. @returns undefined when the listener was closed */
  async function reconnect(failures: number): Promise<Connection | undefined> {
    for (let attempt = failures; !signal.aborted; attempt++) {
      await waitBefore(attempt);
      if (signal.aborted) return undefined;
      try {
        return await connect();
      } catch {
        // The outage is already reported; the next round tries again.
      }
    }
    return undefined;
  }

  let current = await connect();
  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const openedAt = performance.now();
      const reason = await current.lost;
      if (signal.aborted) return;
      status.reportDown(reason);
      failures = performance.now() - openedAt > stableAfterMs ? 0 : failures + 1;
      const next = await reconnect(failures);
      if (!next) return;
      current = next;
      if (signal.aborted) return current.end();
      status.reportUp();
      for (const channel of channels.keys()) {
        for (const subscription of subscriptionsOf(channel)) subscription.onSubscribed();
      }
    }
  }
  const running = run();

  return {
    status,
    async listen(channel, onNotificationOfChannel, onSubscribed) {
      const subscription = { onNotification: onNotificationOfChannel, onSubscribed };
      const existing = channels.get(channel);
      if (existing) existing.add(subscription);
      else {
        channels.set(channel, new Set([subscription]));
        // If the connection is lost here, its replacement subscribes to all channels.
        await current.client.query(listenTo(channel)).catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error;
        });
      }
      onSubscribed();
      return {
        close: async () => {
          channels.get(channel)?.delete(subscription);
        },
      };
    },
    async close() {
      stopping.abort();
      current.end();
      // A server that hangs does not confirm that a connection has ended.
      await Promise.race([running, pause(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}

interface Connection {
  client: pg.Client;
  /** Resolves with the reason when the connection has ended. */
  lost: Promise<string>;
  end(): void;
}

async function openConnection(
  url: string,
  onNotification: (message: pg.Notification) => void,
  beatMs: number,
): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hexpedition listener',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: beatMs,
  });
  /** The first error has the cause; later ones only report that the connection is closed. */
  let reason: string | undefined;
  client.on('error', (error) => {
    reason ??= describeDatabaseError(error);
  });
  const end = () => void client.end().catch(() => {});
  const lost = new Promise<string>((resolve) =>
    client.once('end', () => resolve(reason ?? 'The connection was closed.')),
  );
  client.on('notification', onNotification);
  // If this fails, the client has closed itself.
  await client.connect();
  const heartbeat = setInterval(() => {
    client.query('select 1').catch((error: unknown) => {
      reason ??= describeDatabaseError(error);
      end();
    });
  }, beatMs).unref();
  void lost.then(() => clearInterval(heartbeat));
  return { client, lost, end };
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;

const defaultSleep = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false });
