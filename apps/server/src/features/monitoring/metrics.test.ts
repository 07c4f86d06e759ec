import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import type { FleetFacts } from './fleet.read-model.ts';
import { createNodeMetrics } from './node-metrics.ts';

const token = 'a-token-of-the-operator-for-metrics';
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ metricsToken: token });
  await test.jobs.start();
});
afterAll(() => test.close());

const scrape = (authorization?: string) =>
  test.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

describe('/metrics', () => {
  it('does not exist without METRICS_TOKEN', async () => {
    const other = await createTestApp({ metricsToken: null });
    expect((await other.app.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode).toBe(404);
    await other.close();
  });

  it.each([
    ['none', undefined],
    ['another one', 'Bearer another'],
    ['a longer one', `Bearer ${token}x`],
    ['one that ends with it', `Bearer x${token}`],
    ['another scheme', `Basic ${token}`],
  ])('rejects a request with a wrong token: %s', async (_, authorization) => {
    const { statusCode, headers, body } = await scrape(authorization);
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(body).not.toContain('hexpedition_');
  });

  it('contains the facts of the database, the labs and this process', async () => {
    const { statusCode, headers, body } = await scrape(`Bearer ${token}`);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      /^hexpedition_database_size_bytes \d{6,}$/m,
      /^hexpedition_database_up 1$/m,
      /^hexpedition_lab_places\{state="free"\} 300$/m,
      /^hexpedition_labs\{state="running"\} 0$/m,
      /^hexpedition_lab_queue_length 0$/m,
      /^hexpedition_mails_queued\{kind="automatic"\} 0$/m,
      /^hexpedition_disk_bytes\{state="free"\} \d+$/m,
      /^hexpedition_process_resident_memory_bytes\{role="all"\} \d{7,}$/m,
      /^hexpedition_build_info\{version="\d+\.\d+\.\d+"\} 1$/m,
    ]) {
      expect(body).toMatch(line);
    }
  });
});

describe('the collector of a node', () => {
  const fleet: FleetFacts = {
    database: { bytes: 1, connections: 2, maxConnections: 3 },
    jobs: [{ queue: 'account-mail', state: 'failed', count: 4 }],
    mailsQueued: [],
    nodes: [],
    lastBackup: null,
  };
  const create = (readFleet: () => Promise<FleetFacts>, dataDir = '/') =>
    createNodeMetrics({
      own: async () => [],
      workers: async () => [],
      readFleet,
      readLabs: async () => ({
        states: { queued: 0, starting: 0, running: 2, stopping: 0 },
        places: { used: 6, total: 300 },
      }),
      databaseStatus: { isUp: true, history: { outages: 0, last: null } },
      dataDir,
    });

  it('reads the database once for many scrapes within five seconds', async () => {
    const readFleet = vi.fn(async () => fleet);
    const node = create(readFleet);
    await Promise.all([node.text(), node.text()]);
    expect(await node.text()).toContain('hexpedition_jobs{queue="account-mail",state="failed"} 4\n');
    expect(readFleet).toHaveBeenCalledTimes(1);
  });

  it('answers without these facts while the database fails', async () => {
    const text = await create(async () => Promise.reject(new Error('away'))).text();
    expect(text).not.toMatch(/^hexpedition_database_size_bytes /m);
    expect(text).toMatch(/^hexpedition_database_up 1$/m);
  });

  it('answers without these facts while the database does not answer', async () => {
    const text = await create(() => new Promise(() => {})).text();
    expect(text).not.toMatch(/^hexpedition_database_size_bytes /m);
    expect(text).toMatch(/^hexpedition_disk_bytes/m);
  });

  it('answers without the disk while it cannot be read', async () => {
    const text = await create(async () => fleet, '/no/such/folder').text();
    expect(text).not.toMatch(/^hexpedition_disk_bytes/m);
    expect(text).toMatch(/^hexpedition_database_size_bytes 1$/m);
  });
});
