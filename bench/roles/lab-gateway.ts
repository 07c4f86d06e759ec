import { once } from 'node:events';
import { createServer } from 'node:http';
import { createGateway, newLabel } from '@hexpedition/lab-runtime';
import { answerParent } from '../machine/children.ts';

export interface LabGateway {
  port: number;
  /** Unix socket of the instance behind it. */
  socketPath: string;
}

/** Headers that a browser with a pass sends with each request. */
export interface PassHeaders {
  host: string;
  cookie: string;
}

const day = 86_400_000;

/** Runs the gateway as the platform configures it, with one instance behind it and nothing else in the process. */
answerParent(async ({ port, socketPath }: LabGateway): Promise<PassHeaders> => {
  const label = newLabel();
  const gateway = createGateway({
    labsUrl: `http://labs.localhost:${port}`,
    backUrl: `http://127.0.0.1:${port}/labs`,
    key: Buffer.alloc(32, 7),
    lookup: async () => ({ instance: 1, user: 1, endpoint: { kind: 'unix', path: socketPath } }),
    consumeEntry: async () => ({ instance: 1, user: 1, session: 1, expiresAt: Date.now() + day }),
    isOpen: async () => true,
  });
  const server = createServer((request, response) => void gateway.handle(request, response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `${label}.labs.localhost:${port}`;
  const { get } = await import('node:http');
  const [answer] = await once(
    get({ host: '127.0.0.1', port, path: '/__lab/enter?token=bench', headers: { host } }),
    'response',
  );
  answer.resume();
  return { host, cookie: answer.headers['set-cookie'][0].split(';')[0] };
});
