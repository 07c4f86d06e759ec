import type { EndpointAnswer } from '@hexpedition/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type endpointQuery, usePersonalQuery } from '#lib/query.ts';
import { LoadError } from '#ui/load-error.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './admin.module.css';

type ReadKey = Parameters<typeof endpointQuery>[0];
/** Endpoints with a paged answer. */
type ListKey = { [K in ReadKey]: EndpointAnswer<K> extends { next_cursor: string | null } ? K : never }[ReadKey];

interface Props<K extends ListKey> {
  /** Query of the page at a cursor, or of the first page. */
  query: (cursor?: string) => ReturnType<typeof endpointQuery<K>>;
  /** Subject of the sentence "… did not load", such as `The users`. */
  what: string;
  isEmpty: (page: EndpointAnswer<K>) => boolean;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Renders the rows of one page. A table shows its header only on the first one. */
  children: (page: EndpointAnswer<K>, isFirst: boolean) => ReactNode;
}

/** Paged list of the admin area with a "Load more" button. */
export function PagedList<K extends ListKey>(props: Props<K>) {
  const { query, what, isEmpty, empty, children } = props;
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...query(), staleTime: 0 });
  if (!data) {
    return (
      <div className={css.rows}>
        {error ? <LoadError what={what} {...{ error, isFetching, refetch }} /> : <Skeleton shape="block" lines={4} />}
      </div>
    );
  }
  const page = data as EndpointAnswer<K>;
  if (isEmpty(page)) return empty;
  return (
    <>
      <div className={css.rows}>{children(page, true)}</div>
      <More page={page} {...props} />
    </>
  );
}

function More<K extends ListKey>({ page, ...props }: Props<K> & { page: EndpointAnswer<K> }) {
  // All endpoints of `ListKey` are paged. TypeScript does not narrow the generic answer type to them.
  const { next_cursor: cursor } = page as { next_cursor: string | null };
  return cursor === null ? null : <NextPage key={cursor} cursor={cursor} {...props} />;
}

function NextPage<K extends ListKey>({ cursor, ...props }: Props<K> & { cursor: string }) {
  const [isRequested, setRequested] = useState(false);
  const { data, error, refetch } = usePersonalQuery(props.query(cursor), isRequested);
  const rows = useRef<HTMLDivElement>(null);
  const isLoaded = isRequested && data !== undefined;
  // The button that had the focus is gone, so the focus moves to the new rows.
  useEffect(() => {
    if (isLoaded) rows.current?.focus({ preventScroll: true });
  }, [isLoaded]);
  if (!isLoaded) {
    return (
      <LoadMore busy={isRequested && !error} error={error} onPress={() => (error ? refetch() : setRequested(true))} />
    );
  }
  const page = data as EndpointAnswer<K>;
  return (
    <>
      <div ref={rows} tabIndex={-1} className={css.further}>
        {props.children(page, false)}
      </div>
      <More page={page} {...props} />
    </>
  );
}
