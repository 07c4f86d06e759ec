import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { LinkButton } from '#ui/link-button.tsx';
import css from './leaderboard-page.module.css';
import { leaderboardQuery } from './leaderboard-queries.ts';
import type { LeaderboardSearch } from './leaderboard-search.ts';
import { RankTable } from './rank-table.tsx';

interface Props {
  /** The search parameters, with the cursor after which these rows start. */
  search: LeaderboardSearch;
  own: string | undefined;
}

/** A "Load more" link. After a click it shows the rows and the next "Load more". It also works without JavaScript. */
export function MoreRows({ search, own }: Props) {
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
