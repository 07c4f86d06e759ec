import type { Leaderboard, User } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { number, plural } from '#lib/words.ts';
import { Avatar } from '#ui/avatar.tsx';
import css from './leaderboard-page.module.css';

interface Props {
  user: User;
  me: Leaderboard['me'];
}

export function OwnPlace({ user, me }: Props) {
  return (
    <section className={css.own} aria-label="Your place">
      <Avatar username={user.username} image={user.account.image} size={40} />
      {me ? (
        <p>
          You are <strong>number {number(me.rank)}</strong> with {plural(me.points, 'point')} from{' '}
          {plural(me.flags, 'flag')}.
        </p>
      ) : (
        <p>
          You are not on the list yet. One flag is enough: <Link to="/labs">the easy labs</Link> are a good place to
          look.
        </p>
      )}
    </section>
  );
}
