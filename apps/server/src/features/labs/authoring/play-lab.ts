import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type LabRuntime, loadLab } from '@hexpedition/lab-runtime';
import { attachTerminal, type Screen } from './attach-terminal.ts';

export interface Play {
  /** On this machine only, without the gateway: whoever can reach it can play. Null where a browser has nothing to see. */
  url: string | null;
  /** Puts a terminal of the workspace on a screen until it is left; null where there is no workspace. */
  attach: ((screen: Screen) => Promise<void>) | null;
  stop(): Promise<void>;
}

/** Starts a lab for its author, on a free port of this machine, with flags that say which they are. */
export async function playLab(runtime: LabRuntime, dir: string): Promise<Play> {
  const lab = await loadLab(dir);
  const { serves, workspace } = lab.manifest;
  const flags = Object.fromEntries(lab.manifest.flags.map(({ id }) => [id, `flag{this-is-${id}}`]));
  const { ref, endpoint } = await runtime.start({ lab: await runtime.prepare(lab), flags });
  const server = createServer((client) => {
    const upstream = connect(
      endpoint.kind === 'unix' ? { path: endpoint.path } : { host: endpoint.host, port: endpoint.port },
    );
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  if (serves === 'http') {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  return {
    url: serves === 'http' ? `http://127.0.0.1:${(server.address() as AddressInfo).port}/` : null,
    attach: workspace ? (screen) => attachTerminal(runtime, ref, screen) : null,
    stop: async () => {
      server.close();
      await runtime.stop(ref);
    },
  };
}
