import type { LessonRevision } from '@hexpedition/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateFormat } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Label } from '#ui/label.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { revisionQuery, revisionsQuery } from '../authoring-queries.ts';
import { DiffView } from '../diff/diff-view.tsx';
import css from './lesson-editor.module.css';
import type { LessonText, LessonWork } from './use-lesson-draft.ts';

const actLabels: Record<LessonRevision['act'], string> = {
  imported: 'imported',
  published: 'published',
  scheduled: 'published as scheduled',
  moved: 'moved or renamed',
  withdrawn: 'withdrawn',
};
const formatTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

interface Props {
  work: LessonWork;
  onClose: () => void;
}

/** Lists all published revisions of a lesson. Compares each with the current text, and restores it. */
export function RevisionsPane({ work, onClose }: Props) {
  const { slug } = work.lesson;
  const api = useApi();
  const [open, setOpen] = useState<number>();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: revisionsQuery(slug).queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/admin/subchapter/:slug/revisions',
        { params: { slug }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const revisions = data?.pages.flatMap((page) => page.revisions);
  return (
    <section className={css.revisions} aria-label="Revisions">
      <div className={css.revisionsHead} data-part>
        <Label>Revisions</Label>
        <Button size="sm" variant="quiet" icon="close" onClick={onClose}>
          Back to preview
        </Button>
      </div>
      <div className={css.revisionsBody}>
        {!data && error && <LoadError what="The revisions" {...{ error, isFetching, refetch }} />}
        {!data && !error && <Skeleton lines={6} />}
        {revisions?.length === 0 && <p className={css.quiet}>This lesson has not been published yet.</p>}
        <ol className={css.revisionList}>
          {revisions?.map((revision) => (
            <li key={revision.revision} data-open={open === revision.revision || undefined}>
              <button
                type="button"
                className={css.revision}
                aria-expanded={open === revision.revision}
                onClick={() => setOpen(open === revision.revision ? undefined : revision.revision)}
              >
                <code>r{revision.revision}</code>
                <span>
                  <strong>{revision.by ?? 'An import'}</strong> {actLabels[revision.act]}
                </span>
                <time dateTime={revision.at}>{formatTime(revision.at)}</time>
                {revision.note && <small>{revision.note}</small>}
              </button>
              {open === revision.revision && <OpenRevision work={work} revision={revision.revision} />}
            </li>
          ))}
        </ol>
        {hasNextPage && (
          <Button size="sm" busy={isFetching} onClick={() => void fetchNextPage()}>
            Load older revisions
          </Button>
        )}
      </div>
    </section>
  );
}

function OpenRevision({ work, revision }: { work: LessonWork; revision: number }) {
  const { data, error, isFetching, refetch } = useQuery(revisionQuery(work.lesson.slug, revision));
  if (!data && error) return <LoadError what="This revision" {...{ error, isFetching, refetch }} />;
  if (!data) return <Skeleton lines={3} />;
  const { head, body } = data;
  const isSame = toText(data) === toText(work.text);
  return (
    <div className={css.openRevision}>
      <DiffView before={toText(data)} after={toText(work.text)} none="This revision equals your current text." />
      {!isSame && (
        <p className={css.restore}>
          <Button icon="refresh" size="sm" onClick={() => work.replace({ head, body })}>
            Restore revision {revision}
          </Button>
          <span>The revision becomes your draft. Learners see it after you publish. Undo restores your text.</span>
        </p>
      )}
    </div>
  );
}

/** Returns the whole lesson as text, fields included, so that the diff covers them. */
const toText = ({ head: { name, summary, minutes }, body }: LessonText) =>
  [`name: ${name}`, `summary: ${summary}`, `minutes: ${minutes}`, '', body].join('\n');
