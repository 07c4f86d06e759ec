import type { LabSolutions as Answer } from '@hexpedition/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpgrade } from '#features/prose/use-upgrade.public.ts';
import { messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Html } from '#ui/html.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './after.module.css';
import { solutionsQuery } from './queries.ts';

/** What others wrote on how they did it. It is fetched when the learner asks for it. */
export function LabSolutions({ slug }: { slug: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="solutions">
      <h2 id="solutions" className={css.heading}>
        Solutions of others
      </h2>
      {isOpen ? (
        <List slug={slug} />
      ) : (
        <div className={css.offer}>
          <p>There is rarely only one way in. See which ones others took.</p>
          <Button icon="users" onClick={() => setOpen(true)}>
            Read them
          </Button>
        </div>
      )}
    </section>
  );
}

function List({ slug }: { slug: string }) {
  const list = useInfiniteQuery(solutionsQuery(useApi(), slug));
  if (list.isPending) return <Skeleton lines={4} />;
  if (!list.data) return <DidNotLoad what="The solutions" {...list} />;
  const solutions = list.data.pages.flatMap((page) => page.solutions);
  if (solutions.length === 0) return <p className={css.quiet}>Nobody has shown one yet. Yours could be the first.</p>;
  return (
    // The button that opened it is gone.
    <div tabIndex={-1} ref={takeFocus} className={css.list}>
      <ol className={css.solutions}>
        {solutions.map((solution) => (
          <Solution key={solution.pk} solution={solution} />
        ))}
      </ol>
      {list.hasNextPage && (
        <LoadMore busy={list.isFetchingNextPage} error={list.error} onPress={() => void list.fetchNextPage()} />
      )}
    </div>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

function Solution({ solution }: { solution: Answer['solutions'][number] }) {
  const { pk, username, slug, image, html, published_at, own, hidden } = solution;
  const isSuperuser = useSession()?.user.is_superuser === true;
  const upgrade = useUpgrade(html);
  return (
    <li className={css.solution}>
      <p className={css.author}>
        <Avatar username={username} image={image} size={24} />
        {slug === null ? (
          <span>{username}</span>
        ) : (
          <Link to="/profile/$username" params={{ username: slug }}>
            {username}
          </Link>
        )}
        {own && <Chip tone="beacon">You</Chip>}
        <span className={css.date}>{day(published_at)}</span>
        {isSuperuser && <TakeDown pk={pk} username={username} hidden={hidden} />}
      </p>
      <div ref={upgrade}>
        <Html html={html} className={`${prose.prose} ${css.text}`} />
      </div>
    </li>
  );
}

/** For superusers, who see what was taken down as well, so that it can be shown again. */
function TakeDown({ pk, username, hidden }: { pk: number; username: string; hidden: boolean }) {
  const api = useApi();
  const hide = useMutation({
    mutationFn: (down: boolean) => api('PUT /api/admin/lab_solution/:pk', { params: { pk }, body: { hidden: down } }),
  });
  const [isDown, setDown] = useState(hidden);
  return (
    <>
      <Button
        size="sm"
        variant={isDown ? 'secondary' : 'danger'}
        busy={hide.isPending}
        aria-label={isDown ? `Show again: the solution of ${username}` : `Take down: the solution of ${username}`}
        onClick={() => hide.mutate(!isDown, { onSuccess: () => setDown(!isDown) })}
      >
        {isDown ? 'Show again' : 'Take down'}
      </Button>
      <span role="status" className={css.quiet}>
        {isDown && 'Nobody but its author sees it now.'}
      </span>
      {hide.error && (
        <span role="alert" className={css.error}>
          {messageOf(hide.error)}
        </span>
      )}
    </>
  );
}
