import type { Instance, Lab } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useInstance } from '#entities/lab/instance/use-instance.ts';
import { buildInstance, buildUser } from '#lib/testing/builders.ts';
import type { Answers } from '#lib/testing/fake-api.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { buildBenchLab } from '../testing/build-bench.ts';
import { InstanceBar } from './instance-bar.tsx';
import { useInstanceActions } from './use-instance-actions.ts';

const running = (changes: Partial<Instance> = {}) => buildInstance({ lab: 'lamplighter', ...changes });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

function Bar({ lab, isNarrow }: { lab: Lab; isNarrow: boolean }) {
  const instance = useInstance(lab.slug) ?? null;
  return (
    <InstanceBar
      lab={lab}
      instance={instance}
      actions={useInstanceActions(lab.slug)}
      isNarrow={isNarrow}
      onLeave={() => {}}
    />
  );
}

const show = (instance: Instance, { lab = buildBenchLab(), isNarrow = false, answers = {} as Answers } = {}) =>
  renderApp(<Bar lab={lab} isNarrow={isNarrow} />, {
    user: buildUser(),
    answers: { 'GET /api/lab/:slug/instance': { instance }, ...answers },
  });

test('copies the target and confirms it', async () => {
  const { person } = await show(running());
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await person.click(await screen.findByRole('button', { name: 'Copy target' }));
  expect(copied).toHaveBeenCalledWith('/lamp/lamp.sock');
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open lab' })).toBeNull();
});

test('shows a button instead of a target for an HTTP lab', async () => {
  await show(running(), {
    lab: buildBenchLab({ serves: 'http', workspace: { tools: [], home: 32, socket: null } }),
  });
  expect(await screen.findByRole('button', { name: 'Open lab' })).toBeTruthy();
  expect(screen.queryByText('Target')).toBeNull();
});

test('announces the last five minutes and the last minute, with advice', async () => {
  const { unmount } = await show(running({ expires_at: inMinutes(30) }));
  await screen.findByRole('timer');
  expect(screen.queryByText(/The lab ends in/)).toBeNull();
  unmount();
  const last = await show(running({ expires_at: inMinutes(4) }));
  expect((await screen.findByText(/The lab ends in/)).textContent).toBe(
    'The lab ends in five minutes. Extend it to continue.',
  );
  last.unmount();
  await show(running({ expires_at: inMinutes(0.5), extensions_left: 0 }));
  expect((await screen.findByText(/The lab ends in/)).textContent).toBe(
    'The lab ends in one minute. Submit your flags now.',
  );
  expect(screen.queryByRole('button', { name: /Extend/ })).toBeNull();
});

test('shows why an extension was rejected', async () => {
  const { person } = await show(running(), {
    answers: { 'POST /api/lab/:slug/extend': rejection('extension_limit', { msg: 'It was extended twice.' }) },
  });
  await person.click(await screen.findByRole('button', { name: /Extend/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('It was extended twice.');
});

test('asks before a restart, says that the home is kept, then stops and starts the lab', async () => {
  const { person, server } = await show(running(), {
    answers: {
      'POST /api/lab/:slug/stop': { instance: running({ status: 'stopped' }) },
      'POST /api/lab/:slug/start': { instance: running({ pk: 2, status: 'starting' }) },
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Restart' }));
  expect(screen.getByRole('dialog', { name: 'Restart the lab?' }).textContent).toContain('Your home is kept');
  server.change({ 'GET /api/lab/:slug/instance': { instance: running({ pk: 2, status: 'starting' }) } });
  await person.click(screen.getByRole('button', { name: 'Restart lab' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const made = server.calls.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.startsWith('POST'));
  expect(made).toEqual(['POST /api/lab/:slug/stop', 'POST /api/lab/:slug/start']);
});

test('moves the focus to the lab page button after the lab is stopped', async () => {
  const { person } = await show(running(), {
    answers: { 'POST /api/lab/:slug/stop': { instance: running({ status: 'stopped' }) } },
  });
  await person.click(await screen.findByRole('button', { name: 'Stop' }));
  await person.click(screen.getByRole('button', { name: 'Stop lab' }));
  const about = await screen.findByRole('button', { name: 'Lab page' });
  await waitFor(() => expect(document.activeElement).toBe(about));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows all actions in one menu on a phone', async () => {
  const { person, server } = await show(running(), {
    isNarrow: true,
    answers: { 'POST /api/lab/:slug/extend': { instance: running({ extensions_left: 1 }) } },
  });
  await person.click(await screen.findByRole('button', { name: 'Instance actions' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Copy target',
    'Extend, 2 left',
    'Restart …',
    'Stop …',
  ]);
  await person.click(screen.getByRole('menuitem', { name: 'Extend, 2 left' }));
  await waitFor(() => expect(server.callsOf('POST /api/lab/:slug/extend')).toHaveLength(1));
});
