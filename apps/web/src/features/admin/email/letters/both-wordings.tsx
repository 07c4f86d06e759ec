import type { WordingPart } from '@hexpedition/contract';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import css from './letters.module.css';
import { labelOf, type Words } from './words.ts';

interface Props {
  of: readonly WordingPart[];
  /** What may be taken over. */
  theirs: { title: string; words: Words };
  mine: { title: string; words: Words };
  onTake: (part: WordingPart) => void;
  take: string;
}

/** Two wordings side by side, in the parts in which they differ. */
export function BothWordings({ of, theirs, mine, onTake, take }: Props) {
  return (
    <div className={css.both}>
      {of.map((part) => (
        <section key={part} className={css.pair} aria-label={`${labelOf(part)}: both`}>
          <h2 className={css.label}>{labelOf(part)}</h2>
          <Side title={theirs.title} text={theirs.words[part]}>
            <Button size="sm" onClick={() => onTake(part)} aria-label={`${take}: ${labelOf(part)}`}>
              {take}
            </Button>
          </Side>
          <Side title={mine.title} text={mine.words[part]} />
        </section>
      ))}
    </div>
  );
}

const Side = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={css.side}>
    <h3>{title}</h3>
    <p>{text}</p>
    {children}
  </div>
);
