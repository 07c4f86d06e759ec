import type { DueNotes } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dueQuery } from '#entities/note/note-queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { dateFormat, plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ReviewCard } from './review-card.tsx';
import css from './reviews-page.module.css';

interface ReviewsDoneProps {
  /** Number of cards answered during this visit. */
  answered: number;
  nextAt: string | null;
}

/** Shown when no card is due: the number of answered cards, and the time of the next review. */
function ReviewsDone({ answered, nextAt }: ReviewsDoneProps) {
  const hasAny = answered > 0 || nextAt !== null;
  return (
    <EmptyState
      icon={hasAny ? 'tick' : 'note'}
      title={answered > 0 ? `${plural(answered, 'review')} done` : hasAny ? 'No reviews today' : 'No reviews yet'}
      action={
        <LinkButton variant="primary" to={hasAny ? '/notes' : '/map'}>
          {hasAny ? 'All notes' : 'Open the map'}
        </LinkButton>
      }
    >
      <p role="status">
        {nextAt ? `The next review is ${when(nextAt)}.` : 'Your notes on lessons come back here for review.'}
      </p>
    </EmptyState>
  );
}

const dayMs = 86_400_000;
const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

function when(time: string): string {
  const at = new Date(time);
  const startOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((startOf(at) - startOf(new Date())) / dayMs);
  if (days <= 0) return `today at ${at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
  return days === 1 ? 'tomorrow' : `on ${longDay(at)}`;
}

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
