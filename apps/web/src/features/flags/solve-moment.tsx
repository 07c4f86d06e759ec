import type { FlagVerdict } from '@hexpedition/contract';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { plural } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { hexPath } from '#ui/hex.ts';
import { Icon } from '#ui/icon.tsx';
import css from './solve-moment.module.css';

interface Props {
  verdict: FlagVerdict;
  /** Is given the same in one line, for screen readers: the box has a live region, which is older than this. */
  onWords: (words: string) => void;
  onClose: () => void;
  /** What to do next: buttons and links. */
  children?: ReactNode;
}

/** What a flag has brought: the points, the place on the leaderboard, and whether nobody had it before. */
export default function SolveMoment({ verdict, onWords, onClose, children }: Props) {
  const { points, flag, first } = verdict;
  const rank = rankWords(verdict);
  const lines = [
    points > 0 ? `+${plural(points, 'point')}` : 'Found',
    flag?.name,
    rank,
    first && 'You are the first to find it.',
  ].filter((line) => typeof line === 'string');
  const words = `Right. ${lines.join('. ')}`;
  // A live region is heard when it changes, and this has only just come.
  useEffect(() => onWords(words), [words, onWords]);
  const root = useRef<HTMLDivElement>(null);
  // It stands below the field, which may be the last that is in sight. What a browser answers is no clean-up: some give
  // a promise.
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Card ref={root} as="section" size="sm" className={css.moment} aria-label="What you have found">
      <div className={css.brought}>
        <FillingHex points={points} />
        <div className={css.words}>
          {lines.map((line, index) => (
            <p key={line} className={index === 0 ? css.points : line === rank ? css.rank : undefined}>
              {line}
            </p>
          ))}
        </div>
      </div>
      {children && <div className={css.next}>{children}</div>}
      <button type="button" className={css.close} aria-label="Put this away" onClick={onClose}>
        <Icon name="close" size={16} />
      </button>
    </Card>
  );
}

function rankWords({ rank, points }: FlagVerdict): string | undefined {
  if (!rank || points === 0) return undefined;
  if (rank.before === null) return `Your place on the leaderboard: ${rank.after}`;
  if (rank.before <= rank.after) return `Place ${rank.after} on the leaderboard, as before`;
  return `On the leaderboard you rose from place ${rank.before} to place ${rank.after}`;
}

/** Fills from its edge: the edge grows inwards, and nothing outside of it is drawn. */
function FillingHex({ points }: { points: number }) {
  const id = useId();
  return (
    <svg className={css.hex} viewBox="0 0 32 32" width="72" height="72" aria-hidden="true">
      <clipPath id={id}>
        <path d={hexPath} />
      </clipPath>
      <path className={css.ground} d={hexPath} />
      <path className={css.fill} d={hexPath} clipPath={`url(#${id})`} />
      <path className={css.edge} d={hexPath} />
      {points > 0 ? (
        <text className={css.sum} x="16" y="16" dominantBaseline="central" textAnchor="middle">
          +{points}
        </text>
      ) : (
        <path className={css.tick} d="M10 16.5l4.2 4.2 7.8-8.8" />
      )}
    </svg>
  );
}
