import type { AuthoredLesson } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { when } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { authoredLessonQuery } from '../authoring-queries.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { usePreview } from '../preview/use-preview.ts';
import { SourcePane } from '../source/source-pane.tsx';
import type { SourceView } from '../source/source-view.ts';
import { LessonTree } from '../tree/lesson-tree.tsx';
import { HeadFields } from './head-fields.tsx';
import css from './lesson-editor.module.css';
import { LessonEditorBar, publishBlockerOf } from './lesson-editor-bar.tsx';
import { LessonStatusBar } from './lesson-status-bar.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { RevisionsPane } from './revisions-pane.tsx';
import { type LessonWork, useLessonDraft } from './use-lesson-draft.ts';
import { useLessonKeys } from './use-lesson-keys.ts';

/** Interval in milliseconds at which an open lesson asks the server for changes by others. */
const POLL_INTERVAL_MS = 15_000;

interface Props {
  /** Slugs. */
  training: string;
  subchapter: string;
  showsRevisions: boolean;
}

/** Loads a lesson into its editor, and polls for changes by others. */
export function LessonEditorPage({ training, subchapter, showsRevisions }: Props) {
  const { data, error, isFetching, refetch } = usePersonalQuery({
    ...authoredLessonQuery(subchapter),
    refetchInterval: POLL_INTERVAL_MS,
  });
  return (
    <div className={css.page}>
      {!data && error && <LoadError what="The lesson" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={8} />}
      {data && <LessonEditor key={data.id} serverLesson={data} training={training} showsRevisions={showsRevisions} />}
    </div>
  );
}

interface EditorProps {
  /** Latest state from the server. */
  serverLesson: AuthoredLesson;
  training: string;
  showsRevisions: boolean;
}

function LessonEditor({ serverLesson, training, showsRevisions }: EditorProps) {
  const navigate = useNavigate();
  const api = useApi();
  const work = useLessonDraft(serverLesson);
  const { lesson, text, change, mergeServerState } = work;
  const { preview, error } = usePreview(lesson.slug, text);
  const source = useRef<SourceView | null>(null);
  const [line, setLine] = useState(1);
  const [pane, setPane] = useState<'source' | 'preview'>('source');
  const [open, setOpen] = useState<'tree' | 'merge' | 'publish' | 'schedule' | 'discard' | null>(null);
  const [showsProblems, setShowsProblems] = useState(false);
  // The problems of a new lesson begin with the author's first text.
  const { isUntouched } = work;
  const problems = useMemo(() => (isUntouched ? [] : (preview?.diagnostics ?? [])), [preview, isUntouched]);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const close = () => setOpen(null);

  // Merges each new server state into the local draft.
  useEffect(() => mergeServerState(serverLesson), [mergeServerState, serverLesson]);
  useLessonKeys({
    onSave: () => void work.save(),
    onPublish: () => {
      if (!publishBlockerOf(work, errors)) setOpen('publish');
    },
  });

  const discard = useMutation({
    mutationFn: () => api('DELETE /api/admin/subchapter/:slug/draft', { params: { slug: lesson.slug } }),
    onSuccess: (after) => {
      work.resetTo(after);
      toast('Draft discarded.', 'good');
      close();
    },
  });
  const showRevisions = (shows: boolean) => {
    setPane(shows ? 'preview' : pane);
    void navigate({ to: '.', search: shows ? { view: 'revisions' } : {}, replace: true });
  };
  const goTo = (at: number) => {
    setPane('source');
    source.current?.goTo(Math.max(at, 1));
  };

  return (
    <div className={css.editor} data-pane={pane}>
      <LessonEditorBar
        work={work}
        errors={errors}
        showsRevisions={showsRevisions}
        onTree={() => setOpen('tree')}
        onRevisions={() => showRevisions(!showsRevisions)}
        onPublish={(isLater) => setOpen(isLater ? 'schedule' : 'publish')}
        onDiscard={() => setOpen('discard')}
      />
      <div className={css.notices}>
        <ConflictBanner work={work} onCompare={() => setOpen('merge')} />
        {lesson.draft?.failure && (
          <div className={css.banner} data-kind="danger" role="alert">
            <p>
              <strong>Scheduled publishing failed.</strong> {lesson.draft.failure}
            </p>
          </div>
        )}
        <div className={css.panes}>
          {(['source', 'preview'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={pane === one} onClick={() => setPane(one)}>
              {one === 'source' ? 'Source' : showsRevisions ? 'Revisions' : 'Preview'}
            </button>
          ))}
        </div>
      </div>
      <aside className={css.side} aria-label="Lessons">
        <LessonTree training={training} current={lesson.slug} />
      </aside>
      <div className={css.source}>
        <HeadFields head={text.head} isUntouched={isUntouched} onChange={(head) => change({ head })} />
        <SourcePane
          training={training}
          lesson={lesson.slug}
          body={text.body}
          externalChange={work.externalChange}
          published={lesson.published?.body ?? null}
          problems={problems}
          onChange={(body) => change({ body })}
          onLine={setLine}
          onSource={(view) => {
            source.current = view;
          }}
        />
        <LessonStatusBar
          work={work}
          line={line}
          problems={problems}
          isOpen={showsProblems}
          onOpen={setShowsProblems}
          onGo={goTo}
        />
      </div>
      <div className={css.right}>
        {showsRevisions ? (
          <RevisionsPane work={work} onClose={() => showRevisions(false)} />
        ) : (
          <PreviewPane {...{ lesson, text, preview, problems, error, line }} isUntouched={isUntouched} onGo={goTo} />
        )}
      </div>
      <Dialog open={open === 'tree'} onClose={close} title="Lessons" kind="drawer">
        <LessonTree training={training} current={lesson.slug} />
      </Dialog>
      {open === 'merge' && lesson.published && <MergeDialog work={work} published={lesson.published} onClose={close} />}
      {(open === 'publish' || open === 'schedule') && (
        <PublishDialog work={work} isLater={open === 'schedule'} onClose={close} />
      )}
      <Dialog
        open={open === 'discard'}
        onClose={close}
        title="Discard your draft?"
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" busy={discard.isPending} onClick={() => discard.mutate()}>
              Discard draft
            </Button>
          </>
        }
      >
        <p>
          {lesson.published
            ? 'You lose all changes since the last publication. The published text stays as it is.'
            : 'This lesson was never published, so you lose its whole text.'}
        </p>
        {discard.error && <p role="alert">{messageOf(discard.error)}</p>}
      </Dialog>
    </div>
  );
}

/** Warns that another author published the lesson, or that another tab saved the draft. Both texts are kept. */
function ConflictBanner({ work, onCompare }: { work: LessonWork; onCompare: () => void }) {
  const { lesson, otherTab, isBehind } = work;
  if (otherTab)
    return (
      <div className={css.banner} role="alert" data-part>
        <Icon name="warning" />
        <p>
          <strong>You changed this draft in another tab {when(otherTab.saved_at)}.</strong> Choose a version to continue
          saving here.
        </p>
        <Button size="sm" variant="quiet" onClick={() => work.resolveTabConflict(true)}>
          Use the other tab’s version
        </Button>
        <Button size="sm" variant="primary" onClick={() => work.resolveTabConflict(false)}>
          Keep this version
        </Button>
      </div>
    );
  const { published } = lesson;
  if (!isBehind || !published) return null;
  const by = published.by ?? 'An import';
  return (
    <div className={css.banner} role="alert" data-part>
      <Icon name="warning" />
      <p>
        <strong>
          {by} changed “{lesson.published?.head.name}” {when(published.at)}.
        </strong>{' '}
        Your draft does not contain revision {published.revision}. Compare both versions before you publish.
      </p>
      <Button size="sm" variant="quiet" onClick={() => work.rebase({ head: published.head, body: published.body })}>
        Use published version
      </Button>
      <Button size="sm" variant="primary" onClick={onCompare}>
        Compare
      </Button>
    </div>
  );
}
