import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type LabRuntime, loadLab } from '@hexpedition/lab-runtime';

export interface Play {
  /** On this machine only, without the gateway: whoever can reach it can play. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a lab for its author, on a free port of this machine, with flags that say which they are. */
export async function playLab(runtime: LabRuntime, dir: string): Promise<Play> {
  const lab = await loadLab(dir);
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.close();
      await runtime.stop(ref);
    },
  };
}
