import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import css from './prev-next-nav.module.css';

type Target =
  | { to: '/courses/$training/$chapter'; params: { training: string; chapter: string }; name: string }
  | {
      to: '/courses/$training/$chapter/$subchapter';
      params: { training: string; chapter: string; subchapter: string };
      name: string;
    };

interface Props {
  label: string;
  previous: Target | undefined | null;
  next: Target | undefined | null;
  nextLabel?: string;
  /** Whether to highlight the link to the next page. */
  nextIsMain?: boolean;
  /** Button instead of the link to the next page, for an action that comes first. */
  action?: { label: string; name: string; busy: boolean; onPress: () => void };
  /** Keyboard shortcuts, shown beside the labels. */
  keys?: { previous: ReactNode; next: ReactNode };
}

/** Links to the previous and the next page at the end of a page. */
export function PrevNextNav({ label, previous, next, nextLabel = 'Next', nextIsMain = false, action, keys }: Props) {
  if (!previous && !next && !action) return null;
  return (
    <nav aria-label={label} className={css.row}>
      {previous && (
        <Link to={previous.to} params={previous.params} className={css.link}>
          <span className={css.direction}>
            <Icon name="arrow-left" size={14} />
            Previous {keys?.previous}
          </span>
          <span className={css.name}>{previous.name}</span>
        </Link>
      )}
      {action ? (
        <button
          type="button"
          aria-busy={action.busy || undefined}
          className={cx(css.link, css.next, css.main)}
          onClick={action.onPress}
        >
          <span className={css.direction}>
            {keys?.next} {action.label}
            <Icon name="tick" size={14} />
          </span>
          <span className={css.name}>{action.name}</span>
        </button>
      ) : (
        next && (
          <Link to={next.to} params={next.params} className={cx(css.link, css.next, nextIsMain && css.main)}>
            <span className={css.direction}>
              {keys?.next} {nextLabel}
              <Icon name="arrow-right" size={14} />
            </span>
            <span className={css.name}>{next.name}</span>
          </Link>
        )
      )}
    </nav>
  );
}
