import { dateFormat, plural } from '#lib/format.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';

interface Props {
  /** Number of cards answered during this visit. */
  answered: number;
  nextAt: string | null;
}

/** Shown when no card is due: the number of answered cards, and the time of the next review. */
export function ReviewsDone({ answered, nextAt }: Props) {
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
