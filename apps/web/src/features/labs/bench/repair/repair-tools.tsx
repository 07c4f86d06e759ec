import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { undo } from '../bench-icons.ts';
import type { RepairWork } from './use-repair.ts';

/** Tools at the right end of the tabs: reset and run. */
export function RepairTools({ repair: { run, isChanged, reset, files } }: { repair: RepairWork }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button variant="quiet" size="sm" icon={undo} disabled={!isChanged} onClick={() => setConfirming(true)}>
        Reset
      </Button>
      <Button
        size="sm"
        icon="play"
        busy={run.isPending}
        disabled={!files}
        aria-keyshortcuts="Control+Enter"
        onClick={() => run.mutate()}
      >
        Run tests <Kbd hint>Ctrl ⏎</Kbd>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Reset to the original source?"
          action="Discard my changes"
          busy={false}
          error={null}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            reset();
            setConfirming(false);
          }}
        >
          You lose all your changes to the source. You keep the points that you have for the repair.
        </ConfirmDialog>
      )}
    </>
  );
}
