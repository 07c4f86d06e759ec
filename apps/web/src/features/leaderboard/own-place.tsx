import type { Leaderboard, User } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { number, plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icon.tsx';
import { type Board, whenOf } from './board.ts';
import { LearnerName } from './learner-name.tsx';
import css from './own-place.module.css';
import { ownPlaceQuery } from './queries.ts';

interface Props {
  user: User;
  board: Board;
}

/** The signed-in learner's place. It stays at the bottom of the window; opened, it shows who is around. */
export function OwnPlace({ user, board }: Props) {
  const { data } = usePersonalQuery(ownPlaceQuery(board));
  if (!data) return null;
  const { me, neighbours, of } = data;
  if (!me) {
    return (
      <section className={css.own} aria-label="Your place">
        <p className={css.line}>
          <Avatar username={user.username} image={user.account.image} size={40} />
          <span>{user.account.settings.listed ? <NotYet board={board} /> : <NotListed />}</span>
        </p>
      </section>
    );
  }
  const line = (
    <>
      <Avatar username={user.username} image={user.account.image} size={40} />
      <span>
        You are <strong>number {number(me.rank)}</strong> of {number(of)}, with {plural(me.points, 'point')} from{' '}
        {plural(me.flags, 'flag')}.
      </span>
    </>
  );
  return (
    <section className={css.own} aria-label="Your place">
      {neighbours.length === 0 ? (
        <p className={css.line}>{line}</p>
      ) : (
        <details>
          <summary className={css.line}>
            {line}
            <span className={css.around}>
              Around you
              <Icon name="chevron-up" size={16} />
            </span>
          </summary>
          <Around user={user} me={me} neighbours={neighbours} />
        </details>
      )}
    </section>
  );
}

type Me = NonNullable<Leaderboard['me']>;

function Around({ user, me, neighbours }: { user: User; me: Me; neighbours: Leaderboard['neighbours'] }) {
  const { image, public_profile } = user.account;
  const self = { ...me, username: user.username, image, slug: public_profile.is_public ? public_profile.slug : null };
  return (
    <ol className={css.list}>
      {[...neighbours, self]
        .sort((a, b) => a.rank - b.rank)
        .map((one) => (
          <li key={one.username} data-own={one === self || undefined}>
            <span className={css.rank}>{number(one.rank)}</span>
            <Avatar username={one.username} image={one.image} size={24} />
            <span className={css.name}>
              <LearnerName username={one.username} slug={one.slug} />
              {one === self && <span className={css.you}> you</span>}
            </span>
            <span className={css.points}>{number(one.points)}</span>
          </li>
        ))}
    </ol>
  );
}

function NotYet({ board }: { board: Board }) {
  return (
    <>
      You have no points {board.continent ? 'on this continent' : 'here'}
      {whenOf(board) || ' yet'}. One flag is enough: <Link to="/labs">the easy labs</Link> are a good place to look.
    </>
  );
}

const NotListed = () => (
  <>
    You are not on the leaderboard, as you chose. <Link to="/account">Your settings</Link> can change that.
  </>
);
