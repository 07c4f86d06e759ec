import type { Leaderboard, User } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { number, plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icon.tsx';
import { ownRankQuery } from './leaderboard-queries.ts';
import { type LeaderboardSearch, periodSuffix } from './leaderboard-search.ts';
import { LearnerName } from './learner-name.tsx';
import css from './own-rank.module.css';

interface Props {
  user: User;
  search: LeaderboardSearch;
}

/** The user's own rank, at the bottom of the window. It can be opened to show the neighbouring ranks. */
export function OwnRank({ user, search }: Props) {
  const { data } = usePersonalQuery(ownRankQuery(search));
  if (!data) return null;
  const { me, neighbours, of } = data;
  if (!me) {
    return (
      <section className={css.own} aria-label="Your rank">
        <p className={css.line}>
          <Avatar username={user.username} image={user.account.image} size={40} />
          <span>{user.account.settings.listed ? <NoPoints search={search} /> : <NotListed />}</span>
        </p>
      </section>
    );
  }
  const line = (
    <>
      <Avatar username={user.username} image={user.account.image} size={40} />
      <span>
        Your rank: <strong>{number(me.rank)}</strong> of {number(of)}, with {plural(me.points, 'point')} from{' '}
        {plural(me.flags, 'flag')}.
      </span>
    </>
  );
  return (
    <section className={css.own} aria-label="Your rank">
      {neighbours.length === 0 ? (
        <p className={css.line}>{line}</p>
      ) : (
        <details>
          <summary className={css.line}>
            {line}
            <span className={css.nearby}>
              Nearby ranks
              <Icon name="chevron-up" size={16} />
            </span>
          </summary>
          <NearbyRanks user={user} me={me} neighbours={neighbours} />
        </details>
      )}
    </section>
  );
}

type Me = NonNullable<Leaderboard['me']>;

function NearbyRanks({ user, me, neighbours }: { user: User; me: Me; neighbours: Leaderboard['neighbours'] }) {
  const { image, public_profile } = user.account;
  const self = { ...me, username: user.username, image, slug: public_profile.is_public ? public_profile.slug : null };
  return (
    <ol className={css.list}>
      {[...neighbours, self]
        .sort((a, b) => a.rank - b.rank)
        .map((entry) => (
          <li key={entry.username} data-own={entry === self || undefined}>
            <span className={css.rank}>{number(entry.rank)}</span>
            <Avatar username={entry.username} image={entry.image} size={24} />
            <span className={css.name}>
              <LearnerName username={entry.username} slug={entry.slug} />
              {entry === self && <span className={css.you}> you</span>}
            </span>
            <span className={css.points}>{number(entry.points)}</span>
          </li>
        ))}
    </ol>
  );
}

function NoPoints({ search }: { search: LeaderboardSearch }) {
  return (
    <>
      You have no points{search.continent ? ' on this continent' : ''}
      {periodSuffix(search) || ' yet'}. Find a flag in one of <Link to="/labs">the easy labs</Link>.
    </>
  );
}

const NotListed = () => (
  <>
    You are not on the leaderboard, because you turned this off in <Link to="/account">your settings</Link>.
  </>
);
