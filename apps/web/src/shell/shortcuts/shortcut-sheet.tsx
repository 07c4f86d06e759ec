import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useShortcut } from '#lib/shortcuts.ts';
import { Dialog } from '#ui/dialog.tsx';
import { closeShortcuts, openShortcuts, useSheetOpen } from './shortcut-sheet-state.ts';

// Loaded on demand.
const ShortcutList = lazy(() => import('./shortcut-list.tsx'));

/** Registers the global shortcuts and shows the sheet with all shortcuts of the page. */
export function ShortcutSheet() {
  const navigate = useNavigate();
  const open = useSheetOpen();
  useShortcut('?', 'Show this list', openShortcuts);
  useShortcut('g m', 'Go to the map', () => void navigate({ to: '/map' }));
  useShortcut('g l', 'Go to the leaderboard', () => void navigate({ to: '/leaderboard' }));
  return (
    <Dialog title="Shortcuts" open={open} onClose={closeShortcuts}>
      <Suspense>
        <ShortcutList />
      </Suspense>
    </Dialog>
  );
}
