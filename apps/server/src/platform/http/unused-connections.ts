import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets a server that is closed end the connections on which nothing was said. Browsers open some ahead of need; Node
 * counts them among those in use, and would wait until the visitor leaves.
 */
export function closeUnusedConnections(server: Server): void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdle();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
