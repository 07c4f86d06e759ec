import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { LinkButton } from '#ui/link-button.tsx';
import css from './leaderboard-page.module.css';
import { leaderboardQuery } from './queries.ts';
import { RankTable } from './rank-table.tsx';

interface Props {
  /** Where these rows begin. */
  cursor: string;
  own: string | undefined;
}

/** "Load more", and once it is pressed the rows and the next "Load more". A link, so that it works without a script. */
export function MoreRows({ cursor, own }: Props) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...leaderboardQuery(cursor), enabled: open });
  if (data && open) {
    return (
      <>
        <RankTable entries={data.entries} own={own} takesFocus />
        {data.next_cursor && <MoreRows key={data.next_cursor} cursor={data.next_cursor} own={own} />}
      </>
    );
  }
  return (
    <div className={css.more}>
      <LinkButton
        to="/leaderboard"
        search={{ cursor }}
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
