import type { Leaderboard } from '@hexpedition/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { messageOf } from '#lib/api-error.ts';
import { day, number, plural } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { LeaderboardFilters } from './leaderboard-filters.tsx';
import css from './leaderboard-page.module.css';
import { leaderboardQuery } from './leaderboard-queries.ts';
import { type LeaderboardSearch, periodLabel, periodSuffix } from './leaderboard-search.ts';
import { LearnerName } from './learner-name.tsx';
import { OwnRank } from './own-rank.tsx';
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

interface PodiumProps {
  entries: Leaderboard['entries'];
  own: string | undefined;
}

/** The first three learners. A better rank is shown in a larger font. */
function Podium({ entries, own }: PodiumProps) {
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

interface MoreRowsProps {
  /** The search parameters, with the cursor after which these rows start. */
  search: LeaderboardSearch;
  own: string | undefined;
}

/** A "Load more" link. After a click it shows the rows and the next "Load more". It also works without JavaScript. */
function MoreRows({ search, own }: MoreRowsProps) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...leaderboardQuery(search), enabled: open });
  if (data && open) {
    return (
      <>
        <RankTable entries={data.entries} own={own} takesFocus />
        {data.next_cursor && (
          <MoreRows key={data.next_cursor} search={{ ...search, cursor: data.next_cursor }} own={own} />
        )}
      </>
    );
  }
  return (
    <div className={css.more}>
      <LinkButton
        to="/leaderboard"
        search={search}
        preload={false}
        aria-busy={open && !error}
        onClick={(event) => {
          event.preventDefault();
          if (error) void refetch();
          setOpen(true);
        }}
      >
        Load more
      </LinkButton>
      {error && <p role="alert">{messageOf(error)}</p>}
    </div>
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
