import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { Conflict } from '../draft/use-draft.ts';
import { keyWords, valueWords } from '../words.ts';
import css from './panels.module.css';

interface Props {
  conflict: Conflict;
  onSettle: (theirs: ReadonlySet<string>) => void;
}

/** Two have changed the same thing: both sides, and a choice for each. What did not clash is merged already. */
export function ConflictPanel({ conflict: { clashes, by }, onSettle }: Props) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (key: string, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(key);
    else next.delete(key);
    setTheirs(next);
  };
  const settle = () => onSettle(theirs);
  return (
    <Dialog
      open
      // Closing keeps what is here: nothing of it is lost, and the other side stays in the history.
      onClose={settle}
      title={`${by} has changed the same`}
      footer={
        <>
          <Button onClick={() => onSettle(new Set(clashes.map(({ key }) => key)))}>Take all of theirs</Button>
          <Button variant="primary" onClick={settle}>
            {theirs.size === 0 ? 'Keep mine' : 'Use this choice'}
          </Button>
        </>
      }
    >
      <p className={css.lead}>You had it open. Nothing is lost: what does not clash is merged. Choose for the rest.</p>
      <ul className={css.clashes}>
        {clashes.map(({ key, mine, theirs: other }) => (
          <li key={key}>
            <h3>{keyWords(key)}</h3>
            <Checkbox kind="radio" name={key} checked={!theirs.has(key)} onChange={() => choose(key, false)}>
              Mine: {valueWords(mine)}
            </Checkbox>
            <Checkbox kind="radio" name={key} checked={theirs.has(key)} onChange={() => choose(key, true)}>
              Theirs: {valueWords(other)}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
