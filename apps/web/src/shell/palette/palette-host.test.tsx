import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useShortcut } from '#lib/shortcuts.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { PaletteHost } from './palette-host.tsx';

const none = { corrected: null, results: [] };

// First, because the palette's script comes once.
test('Escape gives it up before it has come', async () => {
  const { person } = await renderApp(<PaletteHost />, { answers: { 'GET /api/search': none } });
  await person.keyboard('{Control>}k{/Control}a{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { hidden: true })).toBeNull());
});

test('what is typed while the palette is on its way stands in its field, and is no shortcut', async () => {
  const leaderboard = vi.fn();
  function Shortcuts() {
    useShortcut('g l', 'Go to the leaderboard', leaderboard);
    return <PaletteHost />;
  }
  const { person } = await renderApp(<Shortcuts />, { answers: { 'GET /api/search': none } });
  // One key after the other, without a pause between them: the palette's script has not come yet.
  await person.keyboard('{Control>}k{/Control}glasss{Backspace}');
  const field = await screen.findByRole('combobox', { hidden: true });
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('glass'));
  expect(leaderboard).not.toHaveBeenCalled();
});
