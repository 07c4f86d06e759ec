import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlagVerdict, Instance } from '@hexpedition/contract';
import { createEmbeddedRuntime, loadExploit, loadLab, type Target, workspaceShell } from '@hexpedition/lab-runtime';
import { skipUnlessStartable } from '@hexpedition/lab-runtime/embedded/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { labsTemplate } from './testing.ts';
import { connectTerminal, type TerminalClient } from './workspaces/testing/terminal-client.ts';

/*
 * End-to-end tests with the real runtime: a learner starts a lab, enters it through the gateway, exploits it, and submits
 * the flags.
 */

const cacheDir = mkdtempSync(join(tmpdir(), 'solve-'));
const runtime = await createEmbeddedRuntime({ cacheDir });
const { isolation } = runtime.capabilities();
const hasWorkspaces = runtime.capabilities().workspace.problem === null;
const labs = join(import.meta.dirname, '../../../../../labs');
/** One lab of each kind: a page, a browser in a child process, a database, a C program, material, a shell on a socket. */
const testedLabs = ['lost-luggage', 'gull-feed', 'pier-search', 'lamplighter', 'night-capture', 'bell-ringer'];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({}, { labRuntime: runtime }, await labsTemplate());
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await test.close();
  rmSync(cacheDir, { recursive: true });
});

type Learner = Awaited<ReturnType<TestApp['as']>>;

/** Starts a lab and waits until it runs. The response can be "starting": the server waits only a limited time for a start. */
async function startLab(learner: Learner, lab: string): Promise<void> {
  expect((await learner.post(`${lab}/start`)).status).toBe(200);
  await expect
    .poll(async () => (await learner.get<{ instance: Instance }>(`${lab}/instance`)).body.instance)
    .toMatchObject({ status: 'running', isolation });
}

/** Returns process and socket of a learner's instance. A socket that only the workspace can reach is not behind the gateway. */
async function processOf(learnerPk: number): Promise<{ ref: string; path: string }> {
  const { driver_ref, endpoint } = await test.database.db
    .selectFrom('instances')
    .select(['driver_ref', 'endpoint'])
    .where('user_pk', '=', learnerPk)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return { ref: driver_ref ?? '', path: JSON.parse(endpoint ?? '{}').path };
}

/** Returns a `fetch` that uses the lab's host and pass. Node's `fetch` supports neither a Host header nor cookies. */
async function open(url: string): Promise<Target['fetch']> {
  const { host, pathname, search } = new URL(url);
  const { port } = test.app.server.address() as AddressInfo;
  const call = async (path: string, init: RequestInit = {}) => {
    // `Request` encodes the body and sets its Content-Type.
    const request = new Request('http://lab', init);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), host, 'content-length': body.length };
    return new Promise<Response>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method: request.method, headers, agent: false };
      httpRequest(options, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const responseHeaders = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500, headers: responseHeaders }));
      })
        .on('error', reject)
        .end(body);
    });
  };
  const entered = await call(pathname + search);
  const pass = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (path, init = {}) => {
    const headers = { ...(init.headers as Record<string, string>) };
    return call(path, {
      ...init,
      headers: { ...headers, cookie: [pass, headers.cookie].filter(Boolean).join('; ') },
    });
  };
}

/** `fetch` for a lab that serves a socket and has no page. */
const noPage: Target['fetch'] = async () => {
  throw new Error('This lab serves no HTTP.');
};

afterEach(async () => {
  const rows = await test.database.db.selectFrom('instances').select('driver_ref').execute();
  for (const { driver_ref } of rows) if (driver_ref) await runtime.stop(driver_ref);
});

describe.each(testedLabs)('%s', (slug) => {
  const dir = join(labs, slug);

  it('can be started, entered and exploited, and its flags are accepted', async ({ skip }) => {
    const { manifest } = await loadLab(dir);
    await skipUnlessStartable(runtime.capabilities(), manifest.risk, skip);
    const learner = await test.as({ tier: 42 });
    await startLab(learner, `/api/lab/${slug}`);
    const { body } = await learner.post<{ url: string }>(`/api/lab/${slug}/enter`);
    const { ref, path } = await processOf(learner.pk);
    const exploit = await loadExploit(dir, cacheDir);
    const found = await exploit({
      fetch: manifest.serves === 'http' ? await open(body.url) : noPage,
      connect: () => connect(path),
      shell: workspaceShell(runtime, ref),
    });
    for (const { id, points } of manifest.flags) {
      const verdict = await learner.post<FlagVerdict>(`/api/lab/flags/${slug}`, { flag: found[id] });
      expect(verdict.body).toMatchObject({ result: 'right', points, flag: { id } });
    }
  });
});

describe.runIf(hasWorkspaces)('workspace of the lab lamplighter', () => {
  const lab = '/api/lab/lamplighter';

  async function terminal(learner: Learner, from: number | null = null): Promise<TerminalClient> {
    const { port } = test.app.server.address() as AddressInfo;
    const { ticket } = (await learner.post<{ ticket: string }>(`${lab}/terminal`)).body;
    const client = await connectTerminal(port);
    client.send({ ticket, terminal: 1, columns: 100, rows: 30, from });
    return client;
  }

  it('is usable over a WebSocket, and the next instance has its home', async () => {
    const learner = await test.as({ tier: 42 });
    await startLab(learner, lab);
    const client = await terminal(learner);
    await client.waitFor('attached');
    client.type('stty size; id -u; echo kept > note.txt; cat note.txt\n');
    await expect.poll(client.text).toMatch(/30 100\r\n\d+\r\nkept\r\n/);
    client.send({ type: 'resize', columns: 70, rows: 20 });
    await expect
      .poll(() => {
        client.type('stty size\n');
        return client.text();
      })
      .toContain('20 70\r\n');

    // During endless output, input still arrives and the server answers other requests.
    client.type('yes\n');
    await expect.poll(() => client.text().length).toBeGreaterThan(1_000_000);
    expect((await learner.get(`${lab}/instance`)).status).toBe(200);
    client.type('\x03echo $((6 * 7))\n');
    await expect.poll(() => client.text().slice(-2_000)).toMatch(/[\r\n]42\r\n/);

    // After a reload of the page, the shell is the same.
    const { from = 0 } = client.messages[0] ?? {};
    const seen = from + Buffer.byteLength(client.text());
    client.socket.terminate();
    const again = await terminal(learner, seen);
    expect(await again.waitFor('attached')).toMatchObject({ missed: false });
    again.type('pwd; echo $PPID >ppid; ls\n');
    await expect.poll(again.text).toContain('note.txt');

    const put = await test.app.inject({
      method: 'PUT',
      url: `${lab}/file?path=deep/er/up.bin`,
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${learner.token}` },
      payload: Buffer.from([0, 1, 2, 255]),
    });
    expect(put.statusCode).toBe(200);
    again.type('wc -c deep/er/up.bin\n');
    await expect.poll(again.text).toContain('4 deep/er/up.bin');
    const saved = await again.waitFor('saved');
    expect(saved.bytes).toBeGreaterThan(0);
    again.type('echo last >last.txt; exit\n');
    expect(await again.closed).toMatchObject({ code: 1000 });
    await learner.post(`${lab}/stop`);

    await startLab(learner, lab);
    const headers = { authorization: `Bearer ${learner.token}` };
    const download = (path: string) => test.app.inject({ url: `${lab}/file?path=${path}`, headers });
    expect((await download('note.txt')).body).toBe('kept\n');
    expect((await download('last.txt')).body).toBe('last\n');
    expect((await download('deep/er/up.bin')).rawPayload).toEqual(Buffer.from([0, 1, 2, 255]));
    const listed = await learner.get<{ files: { path: string }[] }>(`${lab}/files`);
    expect(listed.body.files.map(({ path }) => path)).toEqual(expect.arrayContaining(['note.txt', 'deep/er/up.bin']));
    await learner.post(`${lab}/stop`);
    expect((await learner.delete(`${lab}/home`)).status).toBe(200);
    await startLab(learner, lab);
    expect((await download('note.txt')).statusCode).toBe(404);
    await learner.post(`${lab}/stop`);
    expect(await runtime.list()).toEqual([]);
  }, 60_000);
});
