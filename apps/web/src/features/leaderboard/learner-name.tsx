import type { Leaderboard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';

type LearnerNameProps = Pick<Leaderboard['entries'][number], 'username' | 'slug'>;

/** A learner's name, as a link if their profile is public. */
export function LearnerName({ username, slug }: LearnerNameProps) {
  if (slug === null) return <>{username}</>;
  return (
    // Without preloading, because the page has many names.
    <Link to="/profile/$username" params={{ username: slug }} preload={false}>
      {username}
    </Link>
  );
}
