import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { TextField, Written } from '../keeper/merge.ts';
import { NoteText } from '../note-text.tsx';
import css from './notes-panel.module.css';

interface Props {
  mine: Written;
  theirs: { written: Written; fields: TextField[] };
  onResolve: (texts: Partial<Record<TextField, string>>) => void;
}

const names: Record<TextField, string> = {
  what_i_learned: 'What I learned',
  did_not_understand: 'What I did not understand',
};

/** Shows two versions of the same notes. The learner makes one of them; until then both stay. */
export function MergeNotes({ mine, theirs, onResolve }: Props) {
  const heading = useRef<HTMLParagraphElement>(null);
  const [texts, setTexts] = useState<Partial<Record<TextField, string>>>(() =>
    Object.fromEntries(theirs.fields.map((field) => [field, mine[field]])),
  );
  // It replaces the field that somebody was typing in, so the focus moves here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.merge}>
      <Callout kind="warning">
        <p ref={heading} tabIndex={-1}>
          These notes were changed in another tab or on another device. Put the two together; both stay until you save.
        </p>
      </Callout>
      {theirs.fields.map((field) => (
        <div key={field} className={css.versions}>
          <div className={css.theirs}>
            <NoteText title={`${names[field]}, written elsewhere`} text={theirs.written[field]} />
            {theirs.written[field] === '' && <p>Emptied there.</p>}
          </div>
          <TextArea
            label={`${names[field]}, written here`}
            rows={4}
            maxLength={20_000}
            value={texts[field] ?? ''}
            onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
          />
          <div className={css.choices}>
            <Button
              size="sm"
              onClick={() => setTexts({ ...texts, [field]: joined(theirs.written[field], mine[field]) })}
            >
              Take both
            </Button>
            <Button size="sm" onClick={() => setTexts({ ...texts, [field]: theirs.written[field] })}>
              Take the other
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setTexts({ ...texts, [field]: mine[field] })}>
              Keep this one
            </Button>
          </div>
        </div>
      ))}
      <Button variant="primary" onClick={() => onResolve(texts)}>
        Save
      </Button>
    </div>
  );
}

const joined = (one: string, other: string) => [one, other].filter(Boolean).join('\n\n').slice(0, 20_000);
