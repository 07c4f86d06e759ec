import { useState } from 'react';
import { Ask } from '#ui/ask.tsx';
import { Button } from '#ui/button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { undo } from '../bench-icons.ts';
import type { RepairWork } from './use-repair.ts';

/** Reset and run, at the right end of the tabs. */
export function RepairTools({ repair: { run, isChanged, reset, files } }: { repair: RepairWork }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="quiet" size="sm" icon={undo} disabled={!isChanged} onClick={() => setAsked(true)}>
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
      {isAsked && (
        <Ask
          title="Back to the original?"
          action="Throw my repair away"
          busy={false}
          error={null}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            reset();
            setAsked(false);
          }}
        >
          The source becomes what it was at first. Points that you have for the repair stay.
        </Ask>
      )}
    </>
  );
}
