import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { BACKLOG } from '../kit.ts';

export interface ListeningSocket {
  fd: number;
  /** Closes the copy of this process; the child's stays open. */
  release(): Promise<void>;
}

/**
 * Opens a listening Unix socket for a child to inherit. libuv unlinks the path that a socket was bound to when it
 * closes it. So the socket is bound to a temporary path and renamed, and closing finds nothing to unlink.
 */
export async function listenFor(path: string): Promise<ListeningSocket> {
  const temporary = `${path}.new`;
  const server = createServer();
  server.listen({ path: temporary, backlog: BACKLOG });
  await once(server, 'listening');
  await rename(temporary, path);
  // Node has no public way to read a socket's descriptor; child_process uses the same field
  const fd = (server as unknown as { _handle: { fd: number } })._handle.fd;
  return {
    fd,
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
