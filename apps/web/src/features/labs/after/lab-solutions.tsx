import type { LabSolutions as Answer } from '@hexpedition/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { day } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Html } from '#ui/html.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import { solutionsQuery } from '../lab-queries.ts';
import css from './after.module.css';

/** Solutions that other learners published. Loads them on request. */
export function LabSolutions({ slug }: { slug: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="solutions">
      <h2 id="solutions" className={css.heading}>
        Other learners’ solutions
      </h2>
      {isOpen ? (
        <SolutionList slug={slug} />
      ) : (
        <div className={css.offer}>
          <p>There is rarely only one way in. See how others solved it.</p>
          <Button icon="users" onClick={() => setOpen(true)}>
            Show solutions
          </Button>
        </div>
      )}
    </section>
  );
}

function SolutionList({ slug }: { slug: string }) {
  const list = useInfiniteQuery(solutionsQuery(useApi(), slug));
  if (list.isPending) return <Skeleton lines={4} />;
  if (!list.data) return <LoadError what="The solutions" {...list} />;
  const solutions = list.data.pages.flatMap((page) => page.solutions);
  if (solutions.length === 0) return <p className={css.quiet}>No solutions yet. Be the first to publish one.</p>;
  return (
    // Takes the focus, because the button that opened the list is gone.
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
  const proseRef = useInteractiveProse(html);
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
        {isSuperuser && <HideSolution pk={pk} username={username} hidden={hidden} />}
      </p>
      <div ref={proseRef}>
        <Html html={html} className={`${prose.prose} ${css.text}`} />
      </div>
    </li>
  );
}

/** Lets a superuser hide or restore a solution. Superusers also see hidden solutions. */
function HideSolution({ pk, username, hidden }: { pk: number; username: string; hidden: boolean }) {
  const api = useApi();
  const hide = useMutation({
    mutationFn: (isHidden: boolean) =>
      api('PUT /api/admin/lab_solution/:pk', { params: { pk }, body: { hidden: isHidden } }),
  });
  const [isHidden, setIsHidden] = useState(hidden);
  return (
    <>
      <Button
        size="sm"
        variant={isHidden ? 'secondary' : 'danger'}
        busy={hide.isPending}
        aria-label={isHidden ? `Restore: the solution of ${username}` : `Hide: the solution of ${username}`}
        onClick={() => hide.mutate(!isHidden, { onSuccess: () => setIsHidden(!isHidden) })}
      >
        {isHidden ? 'Restore' : 'Hide'}
      </Button>
      <span role="status" className={css.quiet}>
        {isHidden && 'Only its author can see it now.'}
      </span>
      {hide.error && (
        <span role="alert" className={css.error}>
          {messageOf(hide.error)}
        </span>
      )}
    </>
  );
}
