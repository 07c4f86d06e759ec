import type { AuthoredLesson } from '@hexpedition/contract';
import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import css from '../diff/diff.module.css';
import { DiffView } from '../diff/diff-view.tsx';
import { type Choice, choices, conflictsOf, type MergeConflict, mergeTexts, resolveMerge } from '../diff/text-diff.ts';
import type { LessonText, LessonWork } from './use-lesson-draft.ts';

interface Props {
  work: LessonWork;
  published: NonNullable<AuthoredLesson['published']>;
  onClose: () => void;
}

/**
 * Compares the published text, the author's draft and their common base. Changes without a conflict are merged already.
 * The author resolves the conflicts and continues with the result.
 */
export function MergeDialog({ work, published, onClose }: Props) {
  const { lesson, text } = work;
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map());
  // Freeze the texts when the dialog opens: the choices refer to them, even if the lesson changes meanwhile.
  const [{ base, theirs, mine }] = useState(() => {
    // There is no common base if both authors started the lesson.
    const base: LessonText = lesson.base ?? { head: published.head, body: '' };
    return { base, theirs: published, mine: text };
  });
  const [segments] = useState(() => mergeTexts(base.body, theirs.body, mine.body));
  const conflicts = conflictsOf(segments);
  const result = resolveMerge(segments, chosen);
  const by = theirs.by ?? 'An import';
  const use = () => {
    work.rebase({ head: mergedHead(base, theirs, mine), body: result });
    onClose();
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={`Merge your draft with changes by ${by}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={use}>
            {conflicts.length === 0 ? 'Use merged text' : 'Resolve and continue'}
          </Button>
        </>
      }
    >
      <p className={css.lead}>
        {conflicts.length === 0
          ? 'There are no conflicts. Both sets of changes are merged.'
          : `Resolve ${plural(conflicts.length, 'conflict')}. All other changes are merged.`}
      </p>
      <div className={css.conflicts}>
        {conflicts.map((conflict, at) => (
          <ConflictChoice
            // biome-ignore lint/suspicious/noArrayIndexKey: conflicts are identified by their order
            key={at}
            at={at}
            conflict={conflict}
            by={by}
            choice={chosen.get(at) ?? 'mine'}
            onChoose={(choice) => setChosen(new Map(chosen).set(at, choice))}
          />
        ))}
        <section className={css.conflict}>
          <h3>Changes for learners</h3>
          <DiffView
            before={theirs.body}
            after={result}
            none={`No changes: the result is the text that ${by} published.`}
          />
        </section>
      </div>
    </Dialog>
  );
}

/** Merges the lesson's fields: the author's value if the author changed it, or else the published value. */
function mergedHead(base: LessonText, theirs: LessonText, mine: LessonText): LessonText['head'] {
  const pick = <K extends keyof LessonText['head']>(key: K) =>
    mine.head[key] === base.head[key] ? theirs.head[key] : mine.head[key];
  return { name: pick('name'), summary: pick('summary'), minutes: pick('minutes') };
}

interface ConflictProps {
  at: number;
  conflict: MergeConflict;
  by: string;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function ConflictChoice({ at, conflict: { base, theirs, mine }, by, choice, onChoose }: ConflictProps) {
  const labels: Record<Choice, string> = { mine: 'Mine', theirs: by, both: 'Both, theirs first' };
  return (
    <fieldset className={css.conflict}>
      <legend>Conflict {at + 1}</legend>
      <div className={css.versions}>
        <Side title="Before" lines={base} />
        <Side title={by} lines={theirs} isChosen={choice !== 'mine'} />
        <Side title="Mine" lines={mine} isChosen={choice !== 'theirs'} />
      </div>
      <div className={css.options}>
        {choices.map((one) => (
          <Checkbox
            key={one}
            kind="radio"
            name={`conflict-${at}`}
            checked={choice === one}
            onChange={() => onChoose(one)}
          >
            {labels[one]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

function Side({ title, lines, isChosen = false }: { title: string; lines: readonly string[]; isChosen?: boolean }) {
  return (
    <div className={css.side} data-chosen={isChosen || undefined}>
      <h4>{title}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the block scrolls, so the keyboard must reach it */}
      <pre tabIndex={0}>{lines.length === 0 ? '(empty)' : lines.join('\n')}</pre>
    </div>
  );
}
