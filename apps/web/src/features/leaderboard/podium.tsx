import type { Leaderboard } from '@hexpedition/contract';
import { day, number, plural } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { LearnerName } from './learner-name.tsx';
import css from './podium.module.css';

interface Props {
  entries: Leaderboard['entries'];
  own: string | undefined;
}

/** The first three learners. A better rank is shown in a larger font. */
export function Podium({ entries, own }: Props) {
  return (
    <ol className={css.podium}>
      {entries.map(({ rank, username, slug, image, points, flags, last_solve_at }) => (
        <Card as="li" key={username} tone={rank === 1 ? 'beacon' : 'plain'} className={css.place} data-rank={rank}>
          <span className={css.rank} aria-hidden="true">
            {rank}
          </span>
          <Avatar username={username} image={image} size={rank === 1 ? 96 : 56} />
          <div className={css.text}>
            <p className={cx(css.name, username === own && css.own)}>
              <LearnerName username={username} slug={slug} />
              {username === own && <span className={css.you}> you</span>}
            </p>
            <p className={css.points}>{plural(points, 'point').replace(/^\d+/, number(points))}</p>
            <p className={css.facts}>
              {plural(flags, 'flag')}
              <br />
              last {day(last_solve_at)}
            </p>
          </div>
        </Card>
      ))}
    </ol>
  );
}
