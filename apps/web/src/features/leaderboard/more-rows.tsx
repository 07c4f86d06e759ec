import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { LinkButton } from '#ui/link-button.tsx';
import type { Board } from './board.ts';
import css from './leaderboard-page.module.css';
import { leaderboardQuery } from './queries.ts';
import { RankTable } from './rank-table.tsx';

interface Props {
  /** The board, with the cursor after which these rows begin. */
  board: Board;
  own: string | undefined;
}

/** "Load more", and once it is pressed the rows and the next "Load more". A link, so that it works without a script. */
export function MoreRows({ board, own }: Props) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...leaderboardQuery(board), enabled: open });
  if (data && open) {
    return (
      <>
        <RankTable entries={data.entries} own={own} takesFocus />
        {data.next_cursor && (
          <MoreRows key={data.next_cursor} board={{ ...board, cursor: data.next_cursor }} own={own} />
        )}
      </>
    );
  }
  return (
    <div className={css.more}>
      <LinkButton
        to="/leaderboard"
        search={board}
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
