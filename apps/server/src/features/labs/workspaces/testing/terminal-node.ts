import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach } from 'vitest';
import type { OpenRequest } from '../../terminals/terminal-messages.ts';
import {
  type AdmittedTerminal,
  createTerminalSocket,
  type TerminalSocketDeps,
} from '../../terminals/terminal-socket.ts';
import { createFakeRuntime } from '../../testing.ts';
import type { FakeTerminal } from './fake-workspaces.ts';
import { connectTerminal } from './terminal-client.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/**
 * Opens a node for the WebSockets of terminals, with an echo instead of a shell. The ticket `good-N` belongs to user N. Closes
 * it after the test.
 * @param runtime that of another node, or a new one
 */
export async function openTerminalNode(limits: TerminalSocketDeps['limits'] = {}, runtime = createFakeRuntime()) {
  runtime.workspace = { tools: [], homeBytes: 1, socket: null };
  const [running] = await runtime.list();
  const lab = await runtime.prepare({ dir: '', version: '1', manifest: { slug: 'x', risk: 'bounded' } });
  const { ref } = running ?? (await runtime.start({ lab, flags: {} }));
  const revoked = new Map<number, { code: number; reason: string }>();
  const uses: number[] = [];
  const admit = async (request: OpenRequest, reserveSlot: (user: number) => void): Promise<AdmittedTerminal> => {
    const { ticket, terminal, columns, rows, from } = request;
    const [, user] = /^good-(\d+)$/.exec(ticket) ?? [];
    if (user === undefined) throw new Error('internal error');
    reserveSlot(Number(user));
    return {
      shell: await runtime.attachShell(ref, terminal, { size: { columns, rows }, from }),
      ...{ ref, saved: null, session: 1, instance: Number(user) },
      closeShell: () => void runtime.closeShell(ref, terminal),
      onUse: () => uses.push(1),
    };
  };
  const findRevoked = async (open: AdmittedTerminal[]) => {
    const found = new Map<AdmittedTerminal, { code: number; reason: string }>();
    for (const one of open) {
      const close = revoked.get(one.instance);
      if (close) found.set(one, close);
    }
    return found;
  };
  const terminalSocket = createTerminalSocket({
    publicUrl: 'http://learn.test',
    trustProxy: false,
    admit,
    findRevoked,
    limits,
  });
  const server: Server = createServer((_, response) => response.end('a page'));
  server.on('upgrade', (request, socket, head) => {
    if (terminalSocket.owns(request)) terminalSocket.upgrade(request, socket as Socket, head);
    else socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    terminalSocket.close();
    server.close();
  };
  ends.push(close, () => void runtime.close());
  const { port } = server.address() as AddressInfo;
  const open = async (request: Partial<OpenRequest> = {}) => {
    const client = await connectTerminal(port);
    client.send({ ticket: 'good-1', terminal: 1, columns: 80, rows: 24, from: null, ...request });
    return client;
  };
  const terminal = (): FakeTerminal => {
    const [first] = runtime.workspaces.terminalsOf(ref);
    if (!first) throw new Error('no terminal is open');
    return first;
  };
  return { port, open, terminal, revoked, uses, close, runtime, terminals: () => runtime.workspaces.terminalsOf(ref) };
}
