import type { Leaderboard } from '@hexpedition/contract';
import { useEffect, useRef } from 'react';
import { day, number } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { LearnerName } from './learner-name.tsx';
import css from './rank-table.module.css';

interface Props {
  entries: Leaderboard['entries'];
  own: string | undefined;
  /** Focuses the first row, because the link that loaded these rows was removed. */
  takesFocus?: boolean;
}

export function RankTable({ entries, own, takesFocus = false }: Props) {
  const first = useRef<HTMLTableRowElement>(null);
  // The focus can only be set by a method call.
  useEffect(() => {
    if (takesFocus) first.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <table className={css.table}>
      <thead className={takesFocus ? css.visuallyHidden : undefined}>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Learner</th>
          <th scope="col" className={css.right}>
            Points
          </th>
          <th scope="col" className={css.right}>
            Flags
          </th>
          <th scope="col" className={css.lastSolve}>
            Last solve
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ rank, username, slug, image, points, flags, last_solve_at }, index) => (
          <tr
            key={username}
            ref={index === 0 ? first : undefined}
            tabIndex={index === 0 && takesFocus ? -1 : undefined}
            data-own={username === own || undefined}
          >
            <td className={css.rank}>{number(rank)}</td>
            <td>
              <span className={css.learner}>
                <Avatar username={username} image={image} size={32} />
                <span className={css.name}>
                  <LearnerName username={username} slug={slug} />
                </span>
                {username === own && <span className={css.you}>you</span>}
              </span>
            </td>
            <td className={css.points}>{number(points)}</td>
            <td className={css.flags}>{number(flags)}</td>
            <td className={css.lastSolve}>
              <time dateTime={last_solve_at}>{day(last_solve_at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
