import type { Leaderboard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';

type Named = Pick<Leaderboard['entries'][number], 'username' | 'slug'>;

/** A learner's name, which leads to their profile if they show one. */
export function LearnerName({ username, slug }: Named) {
  if (slug === null) return <>{username}</>;
  return (
    // A board has many names: the profile is fetched when one is opened.
    <Link to="/profile/$username" params={{ username: slug }} preload={false}>
      {username}
    </Link>
  );
}
