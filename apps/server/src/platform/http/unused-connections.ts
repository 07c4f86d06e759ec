import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Makes a closing server also close the connections that have not sent a byte. Browsers open such connections in advance.
 * Node counts them as active and would wait until the visitor leaves.
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
