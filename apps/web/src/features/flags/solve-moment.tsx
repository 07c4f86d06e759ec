import type { FlagVerdict } from '@hexpedition/contract';
import { useId } from 'react';
import { plural } from '#lib/format.ts';
import { hexPath } from '#ui/hex.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './solve-moment.module.css';

/** What a flag has brought: the points, the place on the leaderboard, and whether nobody had it before. */
export default function SolveMoment({ verdict: { points, flag, rank, first } }: { verdict: FlagVerdict }) {
  return (
    <div className={css.moment}>
      <FillingHex points={points} />
      <div className={css.words}>
        <p className={css.points}>{points > 0 ? `+${plural(points, 'point')}` : 'Found'}</p>
        {flag && <p className={css.name}>{flag.name}</p>}
        {rank && points > 0 && (
          <p className={css.rank}>
            <Rank {...rank} />
          </p>
        )}
        {first && <p className={css.first}>You are the first to find it.</p>}
      </div>
    </div>
  );
}

function Rank({ before, after }: NonNullable<FlagVerdict['rank']>) {
  if (before === null) return <>Your place on the leaderboard: {after}</>;
  if (before <= after) return <>Place {after} on the leaderboard, as before</>;
  return (
    <>
      <span aria-hidden="true">
        Place {before} → <strong>{after}</strong> on the leaderboard
      </span>
      <VisuallyHidden>
        On the leaderboard you rose from place {before} to place {after}.
      </VisuallyHidden>
    </>
  );
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
