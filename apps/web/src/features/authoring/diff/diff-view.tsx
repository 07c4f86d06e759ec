import { useMemo } from 'react';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './diff.module.css';
import { type DiffLine, diffHunks, diffLines } from './text-diff.ts';

interface Props {
  before: string;
  after: string;
  /** Message when both texts are the same. */
  none: string;
}

/** Shows the differences between two texts, by line, and by word within a line. */
export function DiffView({ before, after, none }: Props) {
  const hunks = useMemo(() => diffHunks(diffLines(before, after)), [before, after]);
  if (hunks.length === 0) return <p className={css.none}>{none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls, so the keyboard must reach it
    <section className={css.difference} aria-label="Changes" tabIndex={0}>
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
const spokenPrefixes = { same: null, gone: 'Removed: ', new: 'Added: ' } as const;

function Line({ line: { kind, number, pieces } }: { line: DiffLine }) {
  return (
    <p className={css.line} data-kind={kind}>
      <span className={css.number} aria-hidden="true">
        {number}
      </span>
      <span className={css.sign} aria-hidden="true">
        {signs[kind]}
      </span>
      <span className={css.text}>
        {spokenPrefixes[kind] && <VisuallyHidden>{spokenPrefixes[kind]}</VisuallyHidden>}
        {pieces.map(({ text, isChanged }, i) =>
          isChanged ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified only by their order
            <mark key={i}>{text}</mark>
          ) : (
            text
          ),
        )}
      </span>
    </p>
  );
}
