import type { DueNotes } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dueQuery } from '#entities/note/note-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Page } from '#ui/page.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ReviewCard } from './review-card.tsx';
import { ReviewsDone } from './reviews-done.tsx';
import css from './reviews-page.module.css';

/** The notes that are due, one at a time. */
export function ReviewsPage() {
  const client = useQueryClient();
  const { data, error, refetch } = usePersonalQuery({ ...dueQuery, staleTime: 0 });
  const [answered, setAnswered] = useState(0);
  const card = data?.cards[0];
  const total = answered + (data?.total ?? 0);

  /** Removes the answered card at once, and fetches the next ones when none are left here. */
  const onAnswered = () => {
    setAnswered(answered + 1);
    client.setQueryData(dueQuery.queryKey, (before: DueNotes | undefined) => before && withoutFirst(before));
    if ((data?.cards.length ?? 0) <= 1) void refetch();
  };

  return (
    <Page
      title="Reviews"
      label="Notes"
      lead="Your notes come back for review shortly before you would forget them."
      width="text"
    >
      {error && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(error)}</p>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Callout>
      )}
      {!data && !error && <Skeleton lines={6} />}
      {card && (
        <div className={css.round}>
          <div className={css.progress}>
            <ProgressBar value={answered} max={total} label="Reviews answered" />
            <span>
              {answered + 1} of {total}
            </span>
          </div>
          <ReviewCard
            key={`${card.subchapter.slug} ${card.due}`}
            card={card}
            onAnswered={onAnswered}
            onChanged={() => void refetch()}
          />
        </div>
      )}
      {data && !card && data.total === 0 && <ReviewsDone answered={answered} nextAt={data.next_at} />}
    </Page>
  );
}

const withoutFirst = (due: DueNotes): DueNotes => ({
  ...due,
  cards: due.cards.slice(1),
  total: Math.max(0, due.total - 1),
});
