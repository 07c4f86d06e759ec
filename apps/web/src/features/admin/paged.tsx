import type { EndpointAnswer } from '@hexpedition/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type endpointQuery, usePersonalQuery } from '#lib/query.ts';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './admin.module.css';

type ListKey = Extract<
  Parameters<typeof endpointQuery>[0],
  `GET /api/admin/${'people' | 'audit' | 'feedback' | 'notes' | 'foreign_flags' | 'announcements' | 'bounces' | 'privacy/versions' | 'privacy/records'}`
>;

interface Props<K extends ListKey> {
  /** The page at a cursor, or the first one. */
  query: (cursor?: string) => ReturnType<typeof endpointQuery<K>>;
  /** As the sentence begins that says that it did not load: `The people`. */
  what: string;
  isEmpty: (page: EndpointAnswer<K>) => boolean;
  /** In place of an empty list. */
  empty: ReactNode;
  /** The rows of one page. */
  children: (page: EndpointAnswer<K>) => ReactNode;
}

/** A list of the admin area, page by page. */
export function Paged<K extends ListKey>(props: Props<K>) {
  const { query, what, isEmpty, empty, children } = props;
  const { data, error, isFetching, refetch } = usePersonalQuery({ ...query(), staleTime: 0 });
  if (!data) {
    return (
      <div className={css.rows}>
        {error ? <DidNotLoad what={what} {...{ error, isFetching, refetch }} /> : <Skeleton shape="block" lines={4} />}
      </div>
    );
  }
  const page = data as EndpointAnswer<K>;
  if (isEmpty(page)) return empty;
  return (
    <>
      <div className={css.rows}>{children(page)}</div>
      <More page={page} {...props} />
    </>
  );
}

function More<K extends ListKey>({ page, ...props }: Props<K> & { page: EndpointAnswer<K> }) {
  // The compiler looks at every endpoint here, also at those that send files; all of `ListKey` are paged.
  const { next_cursor: cursor } = page as { next_cursor: string | null };
  return cursor === null ? null : <Further key={cursor} cursor={cursor} {...props} />;
}

function Further<K extends ListKey>({ cursor, ...props }: Props<K> & { cursor: string }) {
  const [wanted, setWanted] = useState(false);
  const { data, error, refetch } = usePersonalQuery(props.query(cursor), wanted);
  const rows = useRef<HTMLDivElement>(null);
  const isHere = wanted && data !== undefined;
  // The button that was pressed is gone: reading goes on at the first row that came.
  useEffect(() => {
    if (isHere) rows.current?.focus({ preventScroll: true });
  }, [isHere]);
  if (!isHere) {
    return <LoadMore busy={wanted && !error} error={error} onPress={() => (error ? refetch() : setWanted(true))} />;
  }
  const page = data as EndpointAnswer<K>;
  return (
    <>
      <div ref={rows} tabIndex={-1} className={css.further}>
        {props.children(page)}
      </div>
      <More page={page} {...props} />
    </>
  );
}
