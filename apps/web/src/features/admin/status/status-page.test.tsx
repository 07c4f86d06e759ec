import type { AdminStatus } from '@hexpedition/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { StatusPage } from './status-page.tsx';
import { statusSections, statusText, worstRow } from './status-rows.ts';

const node: AdminStatus['nodes'][number] = {
  ...{ name: 'web-1', address: null, version: '0.2.0', is_alive: true, is_this: true, draining: false },
  ...{ started_at: '2026-11-20T06:00:00Z', seen_at: '2026-11-29T12:00:00Z' },
  processes: [
    { role: 'primary', pid: 1, rss: 200_000_000 },
    { role: 'worker', pid: 2, rss: 300_000_000 },
  ],
  labs: { running: 5, queued: 0, places_used: 5, places: 300 },
};
const fine: AdminStatus = {
  at: '2026-11-29T12:00:00Z',
  version: '0.2.0',
  nodes: [node],
  jobs: { waiting: 0, running: 0, retrying: 0, failed: 0, oldest_at: null, failures: [] },
  caches: [{ name: 'pages', hits: 98, misses: 2, entries: 40, bytes: 5_000_000 }],
  database: {
    ...{ kind: 'external', version: '18.1', bytes: 142_000_000, connections: 34, max_connections: 100 },
    ...{ slowest: null, outages: 0, last_outage: null },
  },
  disk: { free: 268e9, total: 480e9 },
  backups: {
    ...{ last_good_at: '2026-11-29T03:10:00Z', last_good_bytes: 4_200_000_000, next_at: '2026-11-30T03:00:00Z' },
    ...{ is_late: false, problem: null },
  },
  certificates: [
    { host: 'learn.example.org', ends_at: '2027-02-04T12:00:00Z', problem: null },
    { host: '*.labs.example.org', ends_at: '2027-02-04T12:00:00Z', problem: null },
  ],
  mails: { queued: 0, has_server: true },
};

const certificate = (ends_at: string | null, problem: string | null): Partial<AdminStatus> => ({
  certificates: [...fine.certificates, { host: 'b.example.org', ends_at, problem }],
});

const outage = (ended_at: string | null): Partial<AdminStatus> => ({
  database: {
    ...fine.database,
    outages: 1,
    last_outage: { started_at: '2026-11-20T10:59:00Z', ended_at, reason: 'The disk was full.' },
  },
});

const stateOf = (changes: Partial<AdminStatus>, part: string) =>
  statusSections({ ...fine, ...changes })
    .flatMap(({ rows }) => rows)
    .find((row) => row.part === part)?.state;

const show = (status: AdminStatus) =>
  renderApp(<StatusPage />, {
    user: buildUser({ is_superuser: true }),
    answers: { 'GET /api/admin/status': status },
  });

test('says that everything is fine, and shows each part', async () => {
  await show(fine);
  await screen.findByText('Everything is fine');
  const nodes = within(screen.getByRole('region', { name: 'Nodes 1' }));
  nodes.getByText('web-1 (this one)');
  nodes.getByText(/^1 worker, 500 MB, since /);
  nodes.getByText('5 of 300 places for labs');
  screen.getByText('PostgreSQL 18.1, external, 142 MB');
  screen.getByText('98% of 100 hit');
  expect(screen.queryByText('Newest failures of jobs')).toBeNull();
});

test('names the most urgent part first, and why jobs have failed', async () => {
  const failure = { id: 'job-1', queue: 'account-mail', at: '2026-11-29T11:00:00Z', attempts: 13, is_retried: false };
  await show({
    ...fine,
    backups: null,
    jobs: { ...fine.jobs, failed: 1, failures: [{ ...failure, reason: 'The mail server host was too slow.' }] },
  });
  await screen.findByText('2 parts need attention, first: Jobs');
  const failures = within(screen.getByRole('region', { name: 'Newest failures of jobs' }));
  failures.getByText('The mail server host was too slow.');
  failures.getByText(/13 attempts, not retried/);
});

test.each<[string, string, Partial<AdminStatus>, string]>([
  ['a node that is silent', 'web-1 (this one)', { nodes: [{ ...node, is_alive: false }] }, 'problem'],
  ['a node that stops', 'web-1 (this one)', { nodes: [{ ...node, draining: true }] }, 'warning'],
  ['a queue of labs', 'web-1 (this one)', { nodes: [{ ...node, labs: { ...node.labs, queued: 2 } }] }, 'warning'],
  ['another version', 'Version', { nodes: [node, { ...node, name: 'web-2', version: '0.1.0' }] }, 'warning'],
  ['a certificate that ends in 20 days', 'Certificates', certificate('2026-12-20T11:00:00Z', null), 'warning'],
  ['a certificate that ends in 6 days', 'Certificates', certificate('2026-12-06T11:00:00Z', null), 'problem'],
  ['a certificate for another name', 'Certificates', certificate('2027-02-04T12:00:00Z', 'ALTNAME'), 'problem'],
  ['a disk at 85%', 'Disk', { disk: { free: 15, total: 100 } }, 'warning'],
  ['a disk at 95%', 'Disk', { disk: { free: 5, total: 100 } }, 'problem'],
  ['80 of 100 connections', 'Database', { database: { ...fine.database, connections: 80 } }, 'warning'],
  ['an outage an hour ago', 'Database', outage('2026-11-29T11:00:00Z'), 'warning'],
  ['an outage that has not ended', 'Database', outage(null), 'warning'],
  [
    'a slow statement',
    'Slowest statement',
    { database: { ...fine.database, slowest: { seconds: 5, statement: 'select' } } },
    'warning',
  ],
  ['a failed job', 'Jobs', { jobs: { ...fine.jobs, failed: 1 } }, 'problem'],
  [
    'a job that waits for six minutes',
    'Jobs',
    { jobs: { ...fine.jobs, oldest_at: '2026-11-29T11:54:00Z' } },
    'warning',
  ],
  ['no schedule of backups', 'Backups', { backups: null }, 'warning'],
  [
    'a late backup',
    'Backups',
    { backups: { ...(fine.backups as object), is_late: true } as AdminStatus['backups'] },
    'problem',
  ],
])('marks %s', (_, part, changes, state) => {
  expect(stateOf({}, part) ?? 'ok').toBe('ok');
  expect(stateOf(changes, part)).toBe(state);
});

test('does not warn about an outage that ended more than a day ago', () => {
  expect(stateOf(outage('2026-11-28T11:00:00Z'), 'Database')).toBe('ok');
});

test('shows the days of each certificate, and does not warn about a host that this node cannot reach', () => {
  const [row] = statusSections({ ...fine, ...certificate(null, 'ECONNREFUSED') })
    .flatMap(({ rows }) => rows)
    .filter(({ part }) => part === 'Certificates');
  expect(row).toMatchObject({
    state: 'ok',
    now: '67 days for learn.example.org, 67 days for *.labs.example.org, not checked for b.example.org: ECONNREFUSED from this node',
  });
  expect(stateOf({ certificates: [] }, 'Certificates')).toBeUndefined();
});

test('checks again with R and copies with C', async () => {
  const { person, server } = await show(fine);
  await screen.findByText('Everything is fine');
  const before = server.callsOf('GET /api/admin/status').length;
  await person.keyboard('r');
  await expect.poll(() => server.callsOf('GET /api/admin/status').length).toBe(before + 1);
  await person.keyboard('c');
  await screen.findByRole('button', { name: 'Copied' });
  expect(await navigator.clipboard.readText()).toContain('Status at 2026-11-29T12:00:00Z');
});

test('copies as text, with a mark at each row that needs attention', () => {
  const sections = statusSections({ ...fine, backups: null });
  expect(worstRow(sections)?.part).toBe('Backups');
  const text = statusText(sections, fine.at);
  expect(text).toContain('Status at 2026-11-29T12:00:00Z');
  expect(text).toContain('\n! Backups: no schedule');
  expect(text).toContain('(34 of 100 connections)');
});
