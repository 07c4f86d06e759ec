import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a test and its database, which can simulate outages for this test alone. */
export interface DatabaseProxy {
  url: string;
  /** Number of connections that were attempted since the proxy was opened. */
  attempts(): number;
  /** Number of open connections. */
  connections(): number;
  /** Closes all connections, and each new one immediately, like a server that is starting up. */
  refuse(): void;
  /** Closes all connections and the port, like a stopped server. */
  stop(): Promise<void>;
  /** Keeps all connections open but forwards nothing, like a network that drops every packet. */
  freeze(): void;
  /** Ends an outage. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy in front of the database at `url`. */
export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  let state: 'open' | 'refusing' | 'frozen' = 'open';
  let attempts = 0;
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    return socket;
  };
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    attempts += 1;
    if (state === 'refusing') return void client.on('error', () => {}).destroy();
    track(client);
    const upstream = track(connect(Number(target.port), target.hostname));
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => state !== 'frozen' && to.write(chunk));
      from.once('close', () => state !== 'frozen' && to.destroy());
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxyUrl = new URL(url);
  // A socket file would bypass the proxy.
  proxyUrl.searchParams.delete('host');
  proxyUrl.hostname = '127.0.0.1';
  proxyUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: proxyUrl.href,
    attempts: () => attempts,
    connections: () => sockets.size / 2,
    refuse: () => {
      state = 'refusing';
      closeAll();
    },
    stop: async () => {
      server.close();
      closeAll();
      await once(server, 'close');
    },
    freeze: () => {
      state = 'frozen';
    },
    restore: async () => {
      if (state === 'frozen') closeAll();
      state = 'open';
      if (server.listening) return;
      server.listen(Number(proxyUrl.port), '127.0.0.1');
      await once(server, 'listening');
    },
    close: async () => {
      closeAll();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
