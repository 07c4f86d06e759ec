import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { NoteText } from '../note-text.tsx';
import type { NotesContent, TextField } from '../store/merge-notes.ts';
import css from './notes-panel.module.css';

interface Props {
  mine: NotesContent;
  theirs: { content: NotesContent; fields: TextField[] };
  onResolve: (texts: Partial<Record<TextField, string>>) => void;
}

const fieldLabels: Record<TextField, string> = {
  what_i_learned: 'What I learned',
  did_not_understand: 'What I did not understand',
};

/** Shows two versions of the same notes for the learner to merge. Both are kept until then. */
export function NotesMergeForm({ mine, theirs, onResolve }: Props) {
  const heading = useRef<HTMLParagraphElement>(null);
  const [texts, setTexts] = useState<Partial<Record<TextField, string>>>(() =>
    Object.fromEntries(theirs.fields.map((field) => [field, mine[field]])),
  );
  // This replaces the field that the learner was typing in, so it takes the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.merge}>
      <Callout kind="warning">
        <p ref={heading} tabIndex={-1}>
          These notes were also changed in another tab or on another device. Both versions are kept until you save.
        </p>
      </Callout>
      {theirs.fields.map((field) => (
        <div key={field} className={css.versions}>
          <div className={css.theirs}>
            <NoteText title={`${fieldLabels[field]}, other version`} text={theirs.content[field]} />
            {theirs.content[field] === '' && <p>Empty in the other version.</p>}
          </div>
          <TextArea
            label={`${fieldLabels[field]}, this version`}
            rows={4}
            maxLength={20_000}
            value={texts[field] ?? ''}
            onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
          />
          <div className={css.choices}>
            <Button
              size="sm"
              onClick={() => setTexts({ ...texts, [field]: joined(theirs.content[field], mine[field]) })}
            >
              Use both
            </Button>
            <Button size="sm" onClick={() => setTexts({ ...texts, [field]: theirs.content[field] })}>
              Use the other version
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setTexts({ ...texts, [field]: mine[field] })}>
              Keep this version
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
