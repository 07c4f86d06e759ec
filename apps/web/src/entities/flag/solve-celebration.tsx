import type { FlagVerdict } from '@hexpedition/contract';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { plural } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { hexPath } from '#ui/hex.ts';
import { Icon } from '#ui/icon.tsx';
import css from './solve-celebration.module.css';

interface Props {
  verdict: FlagVerdict;
  /** Receives the same text in one line, for the live region of the box: it must exist before its text changes. */
  onAnnounce: (announcement: string) => void;
  onClose: () => void;
  /** Buttons and links for what to do next. */
  children?: ReactNode;
}

/** The result of a correct flag: the points, the rank on the leaderboard, and whether the learner is the first. */
export default function SolveCelebration({ verdict, onAnnounce, onClose, children }: Props) {
  const { points, flag, first } = verdict;
  const rank = rankText(verdict);
  const lines = [
    points > 0 ? `+${plural(points, 'point')}` : 'Flag found',
    flag?.name,
    rank,
    first && 'You are the first to find this flag.',
  ].filter((line) => typeof line === 'string');
  const announcement = `Correct. ${lines.join('. ')}`;
  // Screen readers read a live region when its text changes, and this element was only just added.
  useEffect(() => onAnnounce(announcement), [announcement, onAnnounce]);
  const root = useRef<HTMLDivElement>(null);
  // It is below the field, which may be at the bottom of the window. Nothing is returned: some browsers return a
  // promise here, which is not a clean-up function.
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Card ref={root} as="section" size="sm" className={css.celebration} aria-label="Flag accepted">
      <div className={css.result}>
        <FillingHex points={points} />
        <div className={css.lines}>
          {lines.map((line, index) => (
            <p key={line} className={index === 0 ? css.points : line === rank ? css.rank : undefined}>
              {line}
            </p>
          ))}
        </div>
      </div>
      {children && <div className={css.next}>{children}</div>}
      <button type="button" className={css.close} aria-label="Dismiss" onClick={onClose}>
        <Icon name="close" size={16} />
      </button>
    </Card>
  );
}

function rankText({ rank, points }: FlagVerdict): string | undefined {
  if (!rank || points === 0) return undefined;
  if (rank.before === null) return `Your rank on the leaderboard: ${rank.after}`;
  if (rank.before <= rank.after) return `Still rank ${rank.after} on the leaderboard`;
  return `You moved up from rank ${rank.before} to rank ${rank.after} on the leaderboard`;
}

/** A hexagon that fills from its edge: the stroke grows inwards, and its outer half is clipped. */
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
