import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFeatures } from '#entities/site/use-features.ts';
import { number, plural } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { LeaderboardFilters } from './leaderboard-filters.tsx';
import css from './leaderboard-page.module.css';
import { leaderboardQuery } from './leaderboard-queries.ts';
import { type LeaderboardSearch, periodLabel, periodSuffix } from './leaderboard-search.ts';
import { MoreRows } from './more-rows.tsx';
import { OwnRank } from './own-rank.tsx';
import { Podium } from './podium.tsx';
import { RankTable } from './rank-table.tsx';

/** @param search with a cursor, the list starts after it; otherwise it starts at the top */
export function LeaderboardPage({ search }: { search: LeaderboardSearch }) {
  const { data } = useSuspenseQuery(leaderboardQuery(search));
  const session = useSession();
  const { cursor, ...filters } = search;
  const own = session?.user.username;
  const podium = cursor ? [] : data.entries.slice(0, 3);
  const rest = data.entries.slice(podium.length);
  return (
    <Page
      title="Leaderboard"
      label={periodLabel(search, data.period)}
      lead="Flags in lessons and labs give points. Among equal points, the learner who reached them first ranks higher."
    >
      <LeaderboardFilters search={search} />
      {data.of === 0 ? (
        <NoFlagsYet search={search} />
      ) : (
        <>
          <p className={css.count}>{plural(data.of, 'learner').replace(/^\d+/, number(data.of))}</p>
          <div className={css.board}>
            {cursor && (
              <p>
                <Link to="/leaderboard" search={filters}>
                  Back to the top
                </Link>
              </p>
            )}
            {podium.length > 0 && <Podium entries={podium} own={own} />}
            {rest.length > 0 && <RankTable entries={rest} own={own} />}
            {data.next_cursor && (
              <MoreRows key={data.next_cursor} search={{ ...filters, cursor: data.next_cursor }} own={own} />
            )}
            {session && <OwnRank user={session.user} search={filters} />}
          </div>
        </>
      )}
    </Page>
  );
}

function NoFlagsYet({ search }: { search: LeaderboardSearch }) {
  const { continent } = search;
  const name = useFeatures().hexmap.nav.find(({ slug }) => slug === continent)?.name;
  const action = (
    <LinkButton
      variant="primary"
      {...(name && continent ? { to: '/map/$continent', params: { continent } } : { to: '/map' })}
    >
      Find a flag
    </LinkButton>
  );
  return (
    <EmptyState
      icon="trophy"
      title={`No flags found${name ? ` on ${name}` : ''}${periodSuffix(search)} yet`}
      action={action}
    >
      <p>You can find flags in lessons and labs. The map shows where they are.</p>
    </EmptyState>
  );
}
