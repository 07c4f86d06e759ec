import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import type { Target } from '../exploit.ts';
import type { Endpoint } from '../runtime.ts';
import { cookieFor } from './cookie.ts';
import { createGateway } from './gateway.ts';
import { newLabel } from './host.ts';

/**
 * Starts a gateway in front of an instance, on a port of this machine, and lets `use` visit the instance as a browser
 * does: on its own host, with an entry token first and the pass in a cookie afterwards.
 * @param use gets the instance's `fetch`
 */
export async function throughGateway<T>(endpoint: Endpoint, use: (fetch: Target['fetch']) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    if (gateway.owns(request)) void gateway.handle(request, response);
    else response.writeHead(421).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const labsUrl = `http://labs.localhost:${port}`;
  const label = newLabel();
  const origin = `http://${label}.labs.localhost:${port}`;
  let token: string | undefined = randomBytes(32).toString('base64url');
  const gateway = createGateway({
    labsUrl,
    backUrl: labsUrl,
    key: randomBytes(32),
    lookup: async (asked) => (asked === label ? { instance: 1, user: 1, endpoint } : undefined),
    consumeEntry: async (given) => {
      if (given !== token) return undefined;
      token = undefined;
      return { instance: 1, user: 1, session: 1, expiresAt: Date.now() + 3_600_000 };
    },
    isOpen: async () => true,
  });
  // Browsers resolve *.localhost, Node does not
  const dispatcher = new Agent({
    connect: { lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
  });
  const visit = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const options = { redirect: 'manual', ...init, dispatcher } as Parameters<typeof undiciFetch>[1];
    return (await undiciFetch(origin + path, options)) as unknown as Response;
  };
  try {
    const entered = await visit(`/__lab/enter?token=${token}`);
    const { name } = cookieFor(new URL(labsUrl));
    const pass = entered.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
    if (!pass) throw new Error(`The gateway did not let us in (${entered.status}).`);
    return await use((path, init) => {
      const headers = new Headers(init?.headers);
      headers.set('cookie', [pass.split(';')[0], headers.get('cookie')].filter(Boolean).join('; '));
      return visit(path, { ...init, headers: Object.fromEntries(headers) });
    });
  } finally {
    await dispatcher.destroy();
    await gateway.close();
    server.closeAllConnections();
    server.close();
  }
}
