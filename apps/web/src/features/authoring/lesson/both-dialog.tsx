import type { AuthoredLesson } from '@hexpedition/contract';
import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import css from '../difference/difference.module.css';
import { type Choice, type Clash, choices, clashesOf, mergeTexts, settled } from '../difference/difference.ts';
import { DifferenceView } from '../difference/difference-view.tsx';
import type { LessonText, LessonWork } from './use-lesson-draft.ts';

interface Props {
  work: LessonWork;
  published: NonNullable<AuthoredLesson['published']>;
  onClose: () => void;
}

/**
 * What somebody else has published and what is in the draft, beside what both were made from. What does not clash is
 * joined already; the author chooses for the rest and goes on with the result.
 */
export function BothDialog({ work, published, onClose }: Props) {
  const { lesson, text } = work;
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map());
  // The texts of this moment: what is chosen belongs to them, whatever comes in meanwhile.
  const [{ base, theirs, mine }] = useState(() => {
    // A lesson that both have begun has no text in common.
    const base: LessonText = lesson.base ?? { head: published.head, body: '' };
    return { base, theirs: published, mine: text };
  });
  const [segments] = useState(() => mergeTexts(base.body, theirs.body, mine.body));
  const clashes = clashesOf(segments);
  const result = settled(segments, chosen);
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
      title={`What ${by} has published, and yours`}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" onClick={use}>
            {clashes.length === 0 ? 'Go on with both' : 'Use this choice'}
          </Button>
        </>
      }
    >
      <p className={css.lead}>
        {clashes.length === 0
          ? 'You have changed different places. Both are joined; nothing is lost.'
          : `Both have changed ${plural(clashes.length, 'place')}. Choose for ${clashes.length === 1 ? 'it' : 'each'}; everything else is joined already.`}
      </p>
      <div className={css.clashes}>
        {clashes.map((clash, at) => (
          <ClashChoice
            // biome-ignore lint/suspicious/noArrayIndexKey: clashes are known by their order
            key={at}
            at={at}
            clash={clash}
            by={by}
            choice={chosen.get(at) ?? 'mine'}
            onChoose={(choice) => setChosen(new Map(chosen).set(at, choice))}
          />
        ))}
        <section className={css.clash}>
          <h3>What would change for learners</h3>
          <DifferenceView before={theirs.body} after={result} none={`Nothing: the text is what ${by} has published.`} />
        </section>
      </div>
    </Dialog>
  );
}

/** Small fields: the author's own where it was touched, else what was published. */
function mergedHead(base: LessonText, theirs: LessonText, mine: LessonText): LessonText['head'] {
  const pick = <K extends keyof LessonText['head']>(key: K) =>
    mine.head[key] === base.head[key] ? theirs.head[key] : mine.head[key];
  return { name: pick('name'), summary: pick('summary'), minutes: pick('minutes') };
}

interface ClashProps {
  at: number;
  clash: Clash;
  by: string;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function ClashChoice({ at, clash: { base, theirs, mine }, by, choice, onChoose }: ClashProps) {
  const words: Record<Choice, string> = { mine: 'Mine', theirs: by, both: 'Both, one after the other' };
  return (
    <fieldset className={css.clash}>
      <legend>Place {at + 1}</legend>
      <div className={css.sides}>
        <Side title="Before" lines={base} />
        <Side title={by} lines={theirs} isChosen={choice !== 'mine'} />
        <Side title="Mine" lines={mine} isChosen={choice !== 'theirs'} />
      </div>
      <div className={css.ways}>
        {choices.map((one) => (
          <Checkbox key={one} kind="radio" name={`clash-${at}`} checked={choice === one} onChange={() => onChoose(one)}>
            {words[one]}
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached by keyboard */}
      <pre tabIndex={0}>{lines.length === 0 ? '(nothing)' : lines.join('\n')}</pre>
    </div>
  );
}
