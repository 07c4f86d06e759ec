import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import css from './neighbours.module.css';

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
  nextWord?: string;
  /** The next one is the thing to do now. */
  nextIsMain?: boolean;
  /** In place of the next one: a button that does something first. */
  action?: { word: string; name: string; busy: boolean; onPress: () => void };
  /** Shown beside the words: the keys that do the same. */
  keys?: { previous: ReactNode; next: ReactNode };
}

/** Back and forth at the foot of a page. */
export function Neighbours({ label, previous, next, nextWord = 'Next', nextIsMain = false, action, keys }: Props) {
  if (!previous && !next && !action) return null;
  return (
    <nav aria-label={label} className={css.row}>
      {previous && (
        <Link to={previous.to} params={previous.params} className={css.link}>
          <span className={css.word}>
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
          <span className={css.word}>
            {keys?.next} {action.word}
            <Icon name="tick" size={14} />
          </span>
          <span className={css.name}>{action.name}</span>
        </button>
      ) : (
        next && (
          <Link to={next.to} params={next.params} className={cx(css.link, css.next, nextIsMain && css.main)}>
            <span className={css.word}>
              {keys?.next} {nextWord}
              <Icon name="arrow-right" size={14} />
            </span>
            <span className={css.name}>{next.name}</span>
          </Link>
        )
      )}
    </nav>
  );
}
