import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { networkError } from '../api-error.ts';
import { Draft } from './draft.ts';
import { useDraftState } from './use-draft-state.ts';

const save = vi.fn(async (text: string) => text);

function renderDraft() {
  const draft = new Draft<string, string, never>({
    server: 'old',
    toValue: (text) => text,
    toVersion: (text) => text,
    isSame: (a, b) => a === b,
    merge: ({ mine }) => ({ value: mine }),
    autosave: { debounceMs: 1_000, load: async () => 'old', save: ({ mine }) => save(mine) },
  });
  function Probe() {
    const { value, saveState } = useDraftState(draft);
    return <output>{`${value}: ${saveState}`}</output>;
  }
  const { unmount } = render(<Probe />);
  return { draft, unmount, edit: (value: string) => act(() => draft.edit(value)) };
}

const shown = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Returns whether the browser would ask before it closes the page. */
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  save.mockReset();
  save.mockImplementation(async (text) => text);
});

test('shows the state of the draft, and asks before the page closes with unsaved changes', async () => {
  const { edit } = renderDraft();
  expect([shown(), asksBeforeClosing()]).toEqual(['old: saved', false]);
  edit('a');
  expect([shown(), asksBeforeClosing()]).toEqual(['a: unsaved', true]);
  await pass(1_000);
  expect([shown(), asksBeforeClosing()]).toEqual(['a: saved', false]);
});

test('hides a failure after the next change', async () => {
  save.mockRejectedValueOnce(networkError());
  const { edit } = renderDraft();
  edit('a');
  await pass(1_000);
  expect(shown()).toBe('a: failed');
  edit('ab');
  expect(shown()).toBe('ab: unsaved');
  edit('a');
  expect(shown()).toBe('a: failed');
});

test('saves when the browser is online again', async () => {
  save.mockRejectedValueOnce(networkError());
  const { edit } = renderDraft();
  edit('a');
  await pass(1_000);
  expect(shown()).toBe('a: failed');
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(shown()).toBe('a: saved');
});

test('saves unsaved changes before the user leaves the page, and nothing otherwise', () => {
  const { edit, unmount } = renderDraft();
  edit('a');
  unmount();
  expect(save.mock.calls).toEqual([['a']]);
  renderDraft().unmount();
  expect(save).toHaveBeenCalledOnce();
});
