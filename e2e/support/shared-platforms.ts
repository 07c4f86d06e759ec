import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { fixture, importFolder } from './fixture-curriculum.ts';
import { type OwnPlatform, startPlatform } from './platform.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that starts the platforms of several test files: `/shipped` and `/fixture`. `/logs` has their output. */
    sharedPlatforms: string;
  }
}

/**
 * Starts the platforms that test files share, each when the first file asks for it. They belong to the main process,
 * because Vitest ends its workers without waiting for them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, contentDatabase } = project.getProvidedContext();
  const platforms = new Map<string, Promise<OwnPlatform>>();
  const start = async (name: string) => {
    const platform = await startPlatform({}, undefined, { postgresUrl, contentDatabase });
    if (name === 'fixture') await importFolder(fixture, platform);
    return platform;
  };
  const findOrStart = (name: string) => {
    const platform = platforms.get(name) ?? start(name);
    platforms.set(name, platform);
    return platform;
  };
  const server = createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? '';
    try {
      if (name === 'logs') {
        const all = await Promise.all(platforms.values());
        response.end(all.map(({ output }) => output()).join(''));
      } else {
        const { url, databaseUrl } = await findOrStart(name);
        response.end(JSON.stringify({ url, databaseUrl }));
      }
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('sharedPlatforms', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    const started = await Promise.allSettled(platforms.values());
    await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.end()));
  };
}
