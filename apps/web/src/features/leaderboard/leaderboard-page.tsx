import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '#lib/session.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import css from './leaderboard-page.module.css';
import { MoreRows } from './more-rows.tsx';
import { OwnPlace } from './own-place.tsx';
import { Podium } from './podium.tsx';
import { leaderboardQuery } from './queries.ts';
import { RankTable } from './rank-table.tsx';

/** @param cursor where the list begins; from the top when it is not given */
export function LeaderboardPage({ cursor }: { cursor?: string | undefined }) {
  const { data } = useSuspenseQuery(leaderboardQuery(cursor));
  const session = useSession();
  const own = session?.user.username;
  const podium = cursor ? [] : data.entries.slice(0, 3);
  const rest = data.entries.slice(podium.length);
  return (
    <Page
      title="Leaderboard"
      label="All time"
      lead="Points come from flags, in lessons and labs. Whoever got there earlier stands higher."
    >
      {data.entries.length === 0 && !cursor ? (
        <NobodyYet />
      ) : (
        <div className={css.board}>
          <div className={css.mine}>{session && <OwnPlace user={session.user} me={data.me} />}</div>
          {cursor && (
            <p>
              <Link to="/leaderboard" search={{}}>
                Back to the top
              </Link>
            </p>
          )}
          {podium.length > 0 && <Podium entries={podium} own={own} />}
          {rest.length > 0 && <RankTable entries={rest} own={own} />}
          {data.next_cursor && <MoreRows key={data.next_cursor} cursor={data.next_cursor} own={own} />}
        </div>
      )}
    </Page>
  );
}

const NobodyYet = () => (
  <EmptyState
    icon="trophy"
    title="Nobody has found a flag yet"
    action={
      <LinkButton variant="primary" to="/map">
        Find the first
      </LinkButton>
    }
  >
    <p>The first place is free. Lessons and labs have flags; the map shows where.</p>
  </EmptyState>
);
