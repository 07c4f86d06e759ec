import type { Repair, RepairReport } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import type { Answers } from '#lib/testing/fake-api.ts';
import { refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { buildRepair, buildReport } from '../testing/build.ts';
import RepairPane from './repair-pane.tsx';
import { RepairTools } from './repair-tools.tsx';
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
        Mend it
      </button>
      <RepairPane repair={repair} points={30} />
    </>
  );
}

async function show(repair: Repair, answers: Answers = {}) {
  const shown = await renderApp(<Pane />, { user: buildUser(), answers: { [read]: repair, ...answers } });
  await screen.findByText('lamp.c');
  return shown;
}
const saved = { saved_at: '2026-11-25T12:31:00.000Z' };

test('what is typed is kept by itself, and marked against the original', async () => {
  const { person, server } = await show(buildRepair(), { [save]: saved });
  expect(await screen.findByRole('heading', { name: 'Close the hole' })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Mend it' }));
  expect(await screen.findByText('+1')).toBeTruthy();
  expect(screen.getByText('−1')).toBeTruthy();
  await screen.findByText(/^saved \d\d:\d\d$/);
  expect(server.callsOf(save).map(({ body }) => body.files)).toEqual([{ 'lamp.c': 'read(fd, name, 47);\n' }]);
});

test('what could not be kept is said, and tried again', async () => {
  const { person, server } = await show(buildRepair(), { [save]: refusal('unavailable', { msg: 'Busy.' }) });
  await person.click(await screen.findByRole('button', { name: 'Mend it' }));
  await screen.findByText('not saved: Busy.');
  server.change({ [save]: saved });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/^saved/);
});

test('leaving keeps what was typed in the last moment', async () => {
  const { person, server, unmount } = await show(buildRepair(), { [save]: saved });
  await person.click(await screen.findByRole('button', { name: 'Mend it' }));
  unmount();
  await waitFor(() => expect(server.callsOf(save)).toHaveLength(1));
});

test('reset asks, and brings the original back', async () => {
  const mine = buildRepair({
    files: [{ name: 'lamp.c', original: 'read(fd, name, 256);\n', text: 'return;\n' }],
    saved_at: saved.saved_at,
  });
  const { person, server } = await show(mine, { [save]: saved });
  await person.click(await screen.findByRole('button', { name: 'Reset' }));
  await person.click(screen.getByRole('button', { name: 'Throw my repair away' }));
  await waitFor(() => expect(server.callsOf(save)).toHaveLength(1));
  expect(server.callsOf(save)[0]?.body.files['lamp.c']).toBe('read(fd, name, 256);\n');
  expect(screen.queryByText('+1')).toBeNull();
});

const outcomes: [string, Partial<RepairReport>, string, RegExp][] = [
  ['repaired', {}, 'Repaired', /Tests 2 of 2 pass/],
  [
    'exploit works',
    { repaired: false, exploit: 'works', points: 0 },
    'The exploit still works',
    /the hole is still open/,
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
    'The hole is closed',
    /one test fails[\s\S]*Tests 1 of 2 pass[\s\S]*keeps the log[\s\S]*It said nothing\.[\s\S]*lights a lamp/,
  ],
  [
    'does not build',
    { repaired: false, points: 0, exploit: 'not_run', tests: [], build_error: 'lamp.c:1: expected ;' },
    'It does not build',
    /lamp\.c:1: expected ;/,
  ],
  [
    'does not start',
    { repaired: false, points: 0, exploit: 'not_run', tests: [] },
    'It does not start',
    /did not answer/,
  ],
];
test.each(outcomes)('a run says what came of it: %s', async (_, changes, title, text) => {
  const { person, server } = await show(buildRepair(), {
    [run]: buildReport(changes),
    'GET /api/lab/flags_solved': { flags: [] },
  });
  await person.click(await screen.findByRole('button', { name: /Run tests/ }));
  await screen.findByRole('heading', { name: title });
  expect(screen.getByRole('region', { name: 'Results' }).textContent).toMatch(text);
  expect(server.callsOf(run)[0]?.body.files).toEqual({ 'lamp.c': 'read(fd, name, 256);\n' });
});

test('points are said once; a change afterwards makes the result an old one', async () => {
  const { person } = await show(buildRepair(), { [run]: buildReport(), [save]: saved });
  await person.click(await screen.findByRole('button', { name: /Run tests/ }));
  await screen.findByText('+30 points');
  expect(screen.queryByText(/changed the source since/)).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Mend it' }));
  await screen.findByText('You have changed the source since.');
  await screen.findByText(/^saved/);
});

test('a run that did not happen is no result', async () => {
  const { person } = await show(buildRepair(), {
    [run]: refusal('capacity_reached', { msg: 'Many repairs are being tried.' }),
    [save]: saved,
  });
  await person.click(await screen.findByRole('button', { name: /Run tests/ }));
  await screen.findByRole('heading', { name: 'The tests did not run' });
  expect(screen.getByText('Many repairs are being tried.')).toBeTruthy();
});
