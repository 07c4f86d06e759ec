import type { Leaderboard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';

type Named = Pick<Leaderboard['entries'][number], 'username' | 'slug'>;

/** A learner's name, as a link if their profile is public. */
export function LearnerName({ username, slug }: Named) {
  if (slug === null) return <>{username}</>;
  return (
    // Without preloading, because the page has many names.
    <Link to="/profile/$username" params={{ username: slug }} preload={false}>
      {username}
    </Link>
  );
}
