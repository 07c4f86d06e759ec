import type { Repair, RepairReport } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import type { Answers } from '#lib/testing/fake-api.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { RepairTools } from '../frame/lower-section.tsx';
import { buildRepair, buildReport } from '../testing/build-bench.ts';
import RepairPane from './repair-pane.tsx';
import { useRepair } from './use-repair.ts';

const read = 'GET /api/lab/:slug/repair';
const save = 'PUT /api/lab/:slug/repair';
const run = 'POST /api/lab/:slug/repair/run';

function Pane() {
  const repair = useRepair('lamplighter', true);
  return (
    <>
      <RepairTools repair={repair} />
      <button type="button" onClick={() => repair.change('lamp.c', 'read(fd, name, 47);\n')}>
        Fix it
      </button>
      <RepairPane repair={repair} />
    </>
  );
}

async function show(repair: Repair, answers: Answers = {}) {
  const shown = await renderApp(<Pane />, { user: buildUser(), answers: { [read]: repair, ...answers } });
  await screen.findByText('lamp.c');
  return shown;
}
const saved = { saved_at: '2026-11-25T12:31:00.000Z' };

test('offers the closed source for points, and opens it after a confirmation', async () => {
  const open = 'POST /api/lab/:slug/repair/source';
  const closed = buildRepair({ source_price: 8, files: [] });
  const { person, server } = await renderApp(<Pane />, {
    user: buildUser(),
    answers: { [read]: closed, [open]: rejection('unavailable', { msg: 'Busy.' }) },
  });
  await person.click(await screen.findByRole('button', { name: 'Show the source (costs 8 points)' }));
  expect(screen.queryByRole('button', { name: /Run tests/ })).toBeNull();
  expect(server.callsOf(open)).toEqual([]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Open the source for 8 points?' }));
  expect(dialog.getByText(/The repair will then give 22 of 30 points/)).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Open for 8 points' }));
  await screen.findByText('Busy.');
  server.change({ [open]: buildRepair() });
  await person.click(dialog.getByRole('button', { name: 'Open for 8 points' }));
  await screen.findByText('lamp.c');
  expect(screen.getByRole('button', { name: /Run tests/ })).toBeTruthy();
});

test('saves changes automatically, and marks them against the original', async () => {
  const { person, server } = await show(buildRepair(), { [save]: saved });
  expect(await screen.findByRole('heading', { name: 'Fix the vulnerability' })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Fix it' }));
  expect(await screen.findByText('+1')).toBeTruthy();
  expect(screen.getByText('−1')).toBeTruthy();
  await screen.findByText(/^Saved \d\d:\d\d$/);
  expect(server.callsOf(save).map(({ body }) => body.files)).toEqual([{ 'lamp.c': 'read(fd, name, 47);\n' }]);
});

test('shows that saving failed, and retries', async () => {
  const { person, server } = await show(buildRepair(), { [save]: rejection('unavailable', { msg: 'Busy.' }) });
  await person.click(await screen.findByRole('button', { name: 'Fix it' }));
  await screen.findByText('Not saved: Busy.');
  server.change({ [save]: saved });
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText(/^Saved/);
});

test('saves pending changes when the learner leaves', async () => {
  const { person, server, unmount } = await show(buildRepair(), { [save]: saved });
  await person.click(await screen.findByRole('button', { name: 'Fix it' }));
  unmount();
  await waitFor(() => expect(server.callsOf(save)).toHaveLength(1));
});

test('restores the original after a confirmation', async () => {
  const mine = buildRepair({
    files: [{ name: 'lamp.c', original: 'read(fd, name, 256);\n', text: 'return;\n' }],
    saved_at: saved.saved_at,
  });
  const { person, server } = await show(mine, { [save]: saved });
  await person.click(await screen.findByRole('button', { name: 'Reset' }));
  await person.click(screen.getByRole('button', { name: 'Discard my changes' }));
  await waitFor(() => expect(server.callsOf(save)).toHaveLength(1));
  expect(server.callsOf(save)[0]?.body.files['lamp.c']).toBe('read(fd, name, 256);\n');
  expect(screen.queryByText('+1')).toBeNull();
});

const outcomes: [string, Partial<RepairReport>, string, RegExp][] = [
  ['repaired', {}, 'Repaired', /2 of 2 tests pass/],
  [
    'exploit works',
    { repaired: false, exploit: 'works', points: 0 },
    'The exploit still works',
    /the vulnerability is still open/,
  ],
  [
    'a test fails',
    {
      repaired: false,
      points: 0,
      tests: [
        { name: 'lights a lamp', ok: true, ms: 4, message: null },
        { name: 'keeps the log', ok: false, ms: 9, message: 'It said nothing.' },
      ],
    },
    'The exploit fails',
    /one test fails[\s\S]*1 of 2 tests pass[\s\S]*keeps the log[\s\S]*It said nothing\.[\s\S]*lights a lamp/,
  ],
  [
    'does not build',
    { repaired: false, points: 0, exploit: 'not_run', tests: [], build_error: 'lamp.c:1: expected ;' },
    'The build failed',
    /lamp\.c:1: expected ;/,
  ],
  [
    'the exploit has no result',
    {
      repaired: false,
      points: 0,
      exploit: 'not_run',
      tests: [
        { name: 'lights a lamp', ok: true, ms: 4, message: null },
        { name: 'shows no invented flags', ok: false, ms: 0, message: 'The exploit read flags that are not valid.' },
      ],
    },
    'The exploit has no result',
    /names the rule[\s\S]*shows no invented flags[\s\S]*not valid/,
  ],
  [
    'does not start',
    { repaired: false, points: 0, exploit: 'not_run', tests: [] },
    'The program does not answer',
    /did not answer/,
  ],
];
test.each(outcomes)('shows the result of a run: %s', async (_, changes, title, text) => {
  const { person, server } = await show(buildRepair(), {
    [run]: buildReport(changes),
    'GET /api/lab/flags_solved': { flags: [], sources: [] },
  });
  await person.click(await screen.findByRole('button', { name: /Run tests/ }));
  await screen.findByRole('heading', { name: title });
  expect(screen.getByRole('region', { name: 'Results' }).textContent).toMatch(text);
  expect(server.callsOf(run)[0]?.body.files).toEqual({ 'lamp.c': 'read(fd, name, 256);\n' });
});

test('shows new points, and marks the result as outdated after a change', async () => {
  const { person } = await show(buildRepair(), { [run]: buildReport(), [save]: saved });
  await person.click(await screen.findByRole('button', { name: /Run tests/ }));
  await screen.findByText('+30 points');
  expect(screen.queryByText(/changed the source after/)).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Fix it' }));
  await screen.findByText(/You changed the source after this run/);
  await screen.findByText(/^Saved/);
});

test('shows why the tests did not run', async () => {
  const { person } = await show(buildRepair(), {
    [run]: rejection('capacity_reached', { msg: 'Many repairs are being tried.' }),
    [save]: saved,
  });
  await person.click(await screen.findByRole('button', { name: /Run tests/ }));
  await screen.findByRole('heading', { name: 'The tests did not run' });
  expect(screen.getByText('Many repairs are being tried.')).toBeTruthy();
});
