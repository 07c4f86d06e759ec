import { useMemo } from 'react';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './difference.module.css';
import { type DifferenceLine, differenceOf, hunksOf } from './difference.ts';

interface Props {
  before: string;
  after: string;
  /** What is said where both are the same. */
  none: string;
}

/** What has changed between two texts, by lines and inside of a line by words. */
export function DifferenceView({ before, after, none }: Props) {
  const hunks = useMemo(() => hunksOf(differenceOf(before, after)), [before, after]);
  if (hunks.length === 0) return <p className={css.none}>{none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached by keyboard
    <section className={css.difference} aria-label="Difference" tabIndex={0}>
      {hunks.map((hunk) => (
        <div key={`${hunk[0]?.kind}-${hunk[0]?.number}`} className={css.hunk}>
          {hunk.map((line) => (
            <Line key={`${line.kind}-${line.number}`} line={line} />
          ))}
        </div>
      ))}
    </section>
  );
}

const signs = { same: ' ', gone: '−', new: '+' } as const;
const words = { same: null, gone: 'Gone: ', new: 'New: ' } as const;

function Line({ line: { kind, number, pieces } }: { line: DifferenceLine }) {
  return (
    <p className={css.line} data-kind={kind}>
      <span className={css.number} aria-hidden="true">
        {number}
      </span>
      <span className={css.sign} aria-hidden="true">
        {signs[kind]}
      </span>
      <span className={css.text}>
        {words[kind] && <VisuallyHidden>{words[kind]}</VisuallyHidden>}
        {pieces.map(({ text, isChanged }, i) =>
          isChanged ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their order
            <mark key={i}>{text}</mark>
          ) : (
            text
          ),
        )}
      </span>
    </p>
  );
}
