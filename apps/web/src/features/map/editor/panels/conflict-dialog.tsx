import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { describeKey, formatValue } from '../describe-differences.ts';
import type { Conflict } from '../draft/use-draft.ts';
import css from './panels.module.css';

interface Props {
  conflict: Conflict;
  onSettle: (theirs: ReadonlySet<string>) => void;
}

/** Dialog to choose a side for each conflict. All other changes are already merged. */
export function ConflictDialog({ conflict: { conflicts, by }, onSettle }: Props) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const select = (key: string, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(key);
    else next.delete(key);
    setTheirs(next);
  };
  const settle = () => onSettle(theirs);
  return (
    <Dialog
      open
      // Closing keeps one's own side. The other side stays in the history.
      onClose={settle}
      title={`${by} changed the same items`}
      footer={
        <>
          <Button onClick={() => onSettle(new Set(conflicts.map(({ key }) => key)))}>Use all of theirs</Button>
          <Button variant="primary" onClick={settle}>
            {theirs.size === 0 ? 'Keep mine' : 'Apply selection'}
          </Button>
        </>
      }
    >
      <p className={css.lead}>All other changes are merged. Choose a version for each of these items.</p>
      <ul className={css.conflicts}>
        {conflicts.map(({ key, mine, theirs: other }) => (
          <li key={key}>
            <h3>{describeKey(key)}</h3>
            <Checkbox kind="radio" name={key} checked={!theirs.has(key)} onChange={() => select(key, false)}>
              Mine: {formatValue(mine)}
            </Checkbox>
            <Checkbox kind="radio" name={key} checked={theirs.has(key)} onChange={() => select(key, true)}>
              Theirs: {formatValue(other)}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
