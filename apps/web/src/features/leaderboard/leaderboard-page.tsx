import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { number, plural } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useFeatures } from '#shell/use-features.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { type Board, spanOf, whenOf } from './board.ts';
import { BoardChoice } from './board-choice.tsx';
import css from './leaderboard-page.module.css';
import { MoreRows } from './more-rows.tsx';
import { OwnPlace } from './own-place.tsx';
import { Podium } from './podium.tsx';
import { leaderboardQuery } from './queries.ts';
import { RankTable } from './rank-table.tsx';

/** @param board with a cursor, the list begins behind it; without, at the top */
export function LeaderboardPage({ board }: { board: Board }) {
  const { data } = useSuspenseQuery(leaderboardQuery(board));
  const session = useSession();
  const { cursor, ...whole } = board;
  const own = session?.user.username;
  const podium = cursor ? [] : data.entries.slice(0, 3);
  const rest = data.entries.slice(podium.length);
  return (
    <Page
      title="Leaderboard"
      label={spanOf(board, data.period)}
      lead="Points come from flags, in lessons and labs. Ties go to whoever got there first."
    >
      <BoardChoice board={board} />
      {data.of === 0 ? (
        <NobodyYet board={board} />
      ) : (
        <>
          <p className={css.count}>{plural(data.of, 'learner').replace(/^\d+/, number(data.of))}</p>
          <div className={css.board}>
            {cursor && (
              <p>
                <Link to="/leaderboard" search={whole}>
                  Back to the top
                </Link>
              </p>
            )}
            {podium.length > 0 && <Podium entries={podium} own={own} />}
            {rest.length > 0 && <RankTable entries={rest} own={own} />}
            {data.next_cursor && (
              <MoreRows key={data.next_cursor} board={{ ...whole, cursor: data.next_cursor }} own={own} />
            )}
            {session && <OwnPlace user={session.user} board={whole} />}
          </div>
        </>
      )}
    </Page>
  );
}

function NobodyYet({ board }: { board: Board }) {
  const { period, continent } = board;
  const name = useFeatures().hexmap.nav.find(({ slug }) => slug === continent)?.name;
  const when = whenOf(board);
  const action = (
    <LinkButton
      variant="primary"
      {...(name && continent ? { to: '/map/$continent', params: { continent } } : { to: '/map' })}
    >
      Find the first
    </LinkButton>
  );
  return (
    <EmptyState
      icon="trophy"
      title={period ? `Who begins${when}?` : `Nobody has found a flag${name ? ` on ${name}` : ''} yet`}
      action={action}
    >
      <p>
        {period && `Nobody has found a flag${name ? ` on ${name}` : ''}${when} yet. `}
        The first place is free. Lessons and labs have flags; the map shows where.
      </p>
    </EmptyState>
  );
}
