import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
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
  /** The next one is the thing to do now. */
  nextIsMain?: boolean;
  nextRef?: Ref<HTMLAnchorElement>;
  /** Shown beside the words: the keys that do the same. */
  keys?: { previous: ReactNode; next: ReactNode };
}

/** Back and forth at the foot of a page. */
export function Neighbours({ label, previous, next, nextIsMain = false, nextRef, keys }: Props) {
  if (!previous && !next) return null;
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
      {next && (
        <Link
          ref={nextRef}
          to={next.to}
          params={next.params}
          className={cx(css.link, css.next, nextIsMain && css.main)}
        >
          <span className={css.word}>
            {keys?.next} Next
            <Icon name="arrow-right" size={14} />
          </span>
          <span className={css.name}>{next.name}</span>
        </Link>
      )}
    </nav>
  );
}
