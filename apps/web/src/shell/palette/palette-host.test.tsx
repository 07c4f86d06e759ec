import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useShortcut } from '#lib/shortcuts.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { PaletteHost } from './palette-host.tsx';

const none = { corrected: null, results: [] };

// Must be the first test, because the palette's module is loaded once.
test('Escape cancels the palette while it loads', async () => {
  const { person } = await renderApp(<PaletteHost />, { answers: { 'GET /api/search': none } });
  await person.keyboard('{Control>}k{/Control}a{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { hidden: true })).toBeNull());
});

test('keeps keys typed while the palette loads for its field', async () => {
  const leaderboard = vi.fn();
  function Shortcuts() {
    useShortcut('g l', 'Go to the leaderboard', leaderboard);
    return <PaletteHost />;
  }
  const { person } = await renderApp(<Shortcuts />, { answers: { 'GET /api/search': none } });
  // Without pauses, so that the palette's module has not loaded yet.
  await person.keyboard('{Control>}k{/Control}glasss{Backspace}');
  const field = await screen.findByRole('combobox', { hidden: true });
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('glass'));
  expect(leaderboard).not.toHaveBeenCalled();
});

test('opens with / and Ctrl+K only while shortcuts are on', async () => {
  const { person } = await renderApp(<PaletteHost />, { answers: { 'GET /api/search': none } });
  for (const keys of ['/', '{Control>}k{/Control}']) {
    localStorage.setItem('shortcuts', 'off');
    await person.keyboard(keys);
    expect(screen.queryByRole('combobox', { hidden: true })).toBeNull();
    localStorage.removeItem('shortcuts');
    await person.keyboard(keys);
    await screen.findByRole('combobox', { hidden: true });
    await person.click(screen.getByRole('button', { name: 'Close', hidden: true }));
    await waitFor(() => expect(screen.queryByRole('combobox', { hidden: true })).toBeNull());
  }
});

test('returns the focus to the button that opened it, although the page took the focus meanwhile', async () => {
  function Page() {
    return (
      <>
        <h1 tabIndex={-1}>Cookies</h1>
        <PaletteHost />
      </>
    );
  }
  const { person } = await renderApp(<Page />, { answers: { 'GET /api/search': none } });
  const button = screen.getByRole('button', { name: /Search/ });
  // Runs after the handler of the button and before the palette shows, as the route announcer may do.
  document.addEventListener('click', () => screen.getByRole('heading', { name: 'Cookies' }).focus(), { once: true });
  await person.click(button);
  await screen.findByRole('combobox', { hidden: true });
  await person.keyboard('{Control>}k{/Control}');
  await person.click(screen.getByRole('button', { name: 'Close', hidden: true }));
  await waitFor(() => expect(screen.queryByRole('combobox', { hidden: true })).toBeNull());
  expect(document.activeElement).toBe(button);
});
