import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type LabRuntime, loadLab } from '@hexpedition/lab-runtime';
import { attachTerminal, type LocalTerminal } from './attach-terminal.ts';

export interface PlaySession {
  /** Address on this machine, without the gateway and without access control. Null for a lab without a web page. */
  url: string | null;
  /** Connects a local terminal to the workspace until the author detaches. Null for a lab without a workspace. */
  attach: ((terminal: LocalTerminal) => Promise<void>) | null;
  stop(): Promise<void>;
}

/** Starts a lab for its author on a free port of this machine. Each flag contains its own ID. */
export async function playLab(runtime: LabRuntime, dir: string): Promise<PlaySession> {
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
    attach: workspace ? (terminal) => attachTerminal(runtime, ref, terminal) : null,
    stop: async () => {
      server.close();
      await runtime.stop(ref);
    },
  };
}
