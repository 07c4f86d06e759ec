import type { AuthoredLesson } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { usePreview } from '../preview/use-preview.ts';
import { authoredLessonQuery } from '../queries.ts';
import { SourcePane } from '../source/source-pane.tsx';
import type { SourceView } from '../source/source-view.ts';
import { LessonTree } from '../tree/lesson-tree.tsx';
import { BothDialog } from './both-dialog.tsx';
import { ConflictBanner } from './conflict-banner.tsx';
import { HeadFields } from './head-fields.tsx';
import css from './lesson.module.css';
import { LessonBar, obstacleOf } from './lesson-bar.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { RevisionsPane } from './revisions-pane.tsx';
import { StatusLine } from './status-line.tsx';
import { useLessonDraft } from './use-lesson-draft.ts';
import { useLessonKeys } from './use-lesson-keys.ts';

/** How often a lesson that is looked at asks for what others have done, milliseconds. */
const ASK = 15_000;

interface Props {
  /** Slugs. */
  training: string;
  subchapter: string;
  showsRevisions: boolean;
}

/** The editor of a lesson, once it has come. What others do to it is asked for now and then. */
export function LessonEditorPage({ training, subchapter, showsRevisions }: Props) {
  const { data, error, isFetching, refetch } = usePersonalQuery({
    ...authoredLessonQuery(subchapter),
    refetchInterval: ASK,
  });
  return (
    <div className={css.page}>
      {!data && error && <DidNotLoad what="The lesson" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={8} />}
      {data && <LessonEditor key={data.id} news={data} training={training} showsRevisions={showsRevisions} />}
    </div>
  );
}

interface EditorProps {
  /** As the server had it when it was asked last. */
  news: AuthoredLesson;
  training: string;
  showsRevisions: boolean;
}

function LessonEditor({ news, training, showsRevisions }: EditorProps) {
  const navigate = useNavigate();
  const api = useApi();
  const work = useLessonDraft(news);
  const { lesson, text, change, hear } = work;
  const { preview, error } = usePreview(lesson.slug, text);
  const source = useRef<SourceView | null>(null);
  const [line, setLine] = useState(1);
  const [pane, setPane] = useState<'source' | 'preview'>('source');
  const [open, setOpen] = useState<'tree' | 'both' | 'publish' | 'plan' | 'discard' | null>(null);
  const [showsFaults, setShowsFaults] = useState(false);
  const faults = useMemo(() => preview?.diagnostics ?? [], [preview]);
  const errors = faults.filter(({ severity }) => severity === 'error').length;
  const close = () => setOpen(null);

  // What the server says comes from outside of React's tree of this page.
  useEffect(() => hear(news), [hear, news]);
  useLessonKeys({
    onSave: () => void work.save(),
    onPublish: () => {
      if (!obstacleOf(work, errors)) setOpen('publish');
    },
  });

  const discard = useMutation({
    mutationFn: () => api('DELETE /api/admin/subchapter/:slug/draft', { params: { slug: lesson.slug } }),
    onSuccess: (after) => {
      work.begin(after);
      toast('Your draft is gone. The text is what learners read.', 'good');
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
      <LessonBar
        work={work}
        errors={errors}
        showsRevisions={showsRevisions}
        onTree={() => setOpen('tree')}
        onRevisions={() => showRevisions(!showsRevisions)}
        onPublish={(isLater) => setOpen(isLater ? 'plan' : 'publish')}
        onDiscard={() => setOpen('discard')}
      />
      <div className={css.notices}>
        <ConflictBanner work={work} onSeeBoth={() => setOpen('both')} />
        {lesson.draft?.failure && (
          <div className={css.banner} data-kind="danger" role="alert">
            <p>
              <strong>It was not published as planned.</strong> {lesson.draft.failure}
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
        <HeadFields head={text.head} onChange={(head) => change({ head })} />
        <SourcePane
          training={training}
          lesson={lesson.slug}
          body={text.body}
          turn={work.turn}
          published={lesson.published?.body ?? null}
          faults={faults}
          onChange={(body) => change({ body })}
          onLine={setLine}
          onSource={(made) => {
            source.current = made;
          }}
        />
        <StatusLine work={work} line={line} faults={faults} isOpen={showsFaults} onOpen={setShowsFaults} onGo={goTo} />
      </div>
      <div className={css.right}>
        {showsRevisions ? (
          <RevisionsPane work={work} onClose={() => showRevisions(false)} />
        ) : (
          <PreviewPane lesson={lesson} text={text} preview={preview} error={error} line={line} />
        )}
      </div>
      <Dialog open={open === 'tree'} onClose={close} title="Lessons" kind="drawer">
        <LessonTree training={training} current={lesson.slug} />
      </Dialog>
      {open === 'both' && lesson.published && <BothDialog work={work} published={lesson.published} onClose={close} />}
      {(open === 'publish' || open === 'plan') && (
        <PublishDialog work={work} isLater={open === 'plan'} onClose={close} />
      )}
      <Dialog
        open={open === 'discard'}
        onClose={close}
        title="Throw your draft away?"
        footer={
          <>
            <Button onClick={close}>Keep it</Button>
            <Button variant="danger" busy={discard.isPending} onClick={() => discard.mutate()}>
              Throw it away
            </Button>
          </>
        }
      >
        <p>
          {lesson.published
            ? 'What you have changed since the last publishing is lost. What learners read stays.'
            : 'Nobody has seen this lesson yet, and its text is lost.'}
        </p>
        {discard.error && <p role="alert">{messageOf(discard.error)}</p>}
      </Dialog>
    </div>
  );
}
