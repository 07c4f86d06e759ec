import type { Subchapter, Training } from '@hexpedition/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useReachesTier } from '#entities/account/tier-access.ts';
import { LessonModule } from '#entities/lesson/lesson-modules.tsx';
import { lessonsOf } from '#entities/progress/training-progress.ts';
import { useTrainingProgress } from '#entities/progress/use-training-progress.ts';
import { lessonQuery, trainingQuery } from '#entities/training/training-queries.ts';
import { duration } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { LockNotice } from '../locks/lock-notice.tsx';
import { ChapterList } from '../outline/chapter-list.tsx';
import { LazyLessonFooter, LazyLessonNotes } from './lazy-lesson-parts.tsx';
import { LessonNav, type LessonNavProps } from './lesson-nav.tsx';
import css from './lesson-page.module.css';
import { useActiveHeading } from './use-active-heading.ts';

interface Props {
  training: string;
  subchapter: string;
}

// Loaded on demand, because few lessons have a lab and few learners have one running. The server never renders it.
const SidebarLab = lazy(() => import('#entities/lab/instance/sidebar-lab.tsx'));

/** Sidebar beside the text: the running lab, the table of contents and the learner's notes. */
function LessonSidebar({ lesson, training }: { lesson: Subchapter; training: Training }) {
  const headings = lesson.modules.flatMap((module) => (module.kind === 'text' ? module.headings : []));
  const signedIn = useSession() !== null;
  const labs = lesson.modules.filter((module) => module.kind === 'lab');
  return (
    <div className={css.sidebar}>
      {signedIn &&
        labs.map(({ lab, name }) => (
          <Suspense key={lab}>
            <SidebarLab slug={lab} name={name} />
          </Suspense>
        ))}
      {headings.length > 1 && <TableOfContents headings={headings} />}
      <LazyLessonNotes lesson={lesson} training={training} place="sidebar" />
    </div>
  );
}

interface TableOfContentsProps {
  headings: readonly { id: string; text: string; level: 2 | 3 }[];
}

/** Table of contents of the page. Highlights the current heading while the user scrolls. */
function TableOfContents({ headings }: TableOfContentsProps) {
  const active = useActiveHeading(headings);
  return (
    <nav className={css.contents} aria-label="On this page">
      <Label>On this page</Label>
      <ol className={css.list}>
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={cx(css.link, level === 3 && css.sub)}
              aria-current={id === active ? 'location' : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/**
 * Page of a lesson. It reads only public data; parts with personal data read that themselves. If a parent of the modules
 * rendered again for the learner, React would discard the modules that it has not hydrated yet.
 */
export function LessonPage({ training: trainingSlug, subchapter }: Props) {
  const { data: training } = useSuspenseQuery(trainingQuery(trainingSlug));
  const { data: lesson } = useSuspenseQuery(lessonQuery(subchapter));
  const proseRef = useInteractiveProse(lesson.modules);
  return (
    <div className={css.layout}>
      <LessonDrawer training={training} current={lesson.slug} />
      <aside className={css.side} aria-label="Course">
        <LessonNav training={training} current={lesson.slug} />
      </aside>
      <article className={css.article}>
        <LessonHeader lesson={lesson} />
        {lesson.locked && <LockedLesson lesson={lesson} training={training} reason={lesson.locked.reason} />}
        <div ref={proseRef} className={css.modules}>
          {lesson.modules.map((module) => (
            <LessonModule
              key={`${lesson.slug}/${module.id}`}
              lesson={lesson.slug}
              training={trainingSlug}
              revision={lesson.revision}
              module={module}
            />
          ))}
        </div>
        <LazyLessonNotes lesson={lesson} training={training} place="article" />
        <LazyLessonFooter lesson={lesson} training={training} />
      </article>
      <LessonSidebar lesson={lesson} training={training} />
    </div>
  );
}

interface LockedLessonProps {
  lesson: Subchapter;
  training: Training;
  /** Reason from the server. The learner's progress may give another one. */
  reason: NonNullable<Subchapter['locked']>['reason'];
}

/** Shown instead of the modules of a locked lesson: why it is locked, how to unlock it, and the outline of the training. */
function LockedLesson({ lesson, training, reason }: LockedLessonProps) {
  const { progress, lock } = useTrainingProgress(training);
  const { isFetching } = useQuery(lessonQuery(lesson.slug));
  const signedIn = useSession() !== null;
  const hasAccess = useReachesTier(training.tier);
  // The page was rendered for a visitor. If the learner's tier includes the lesson, its content is loading.
  if (signedIn && hasAccess && isFetching) return <Skeleton lines={6} />;
  return (
    <div className={css.locked}>
      <LockNotice training={training} lock={lock ?? reason} what="lesson" />
      <section aria-labelledby="outline" className={css.outline}>
        <h2 id="outline">Lessons in {training.name}</h2>
        <ChapterList training={training} progress={progress} />
      </section>
    </div>
  );
}

/** Below 1024 px: shows the lesson navigation as a drawer. A line below the top bar opens it and shows the progress. */
function LessonDrawer(props: LessonNavProps) {
  const { training, current } = props;
  const { progress } = useTrainingProgress(training);
  const [open, setOpen] = useState(false);
  const router = useRouter();
  // Closes the drawer on every navigation.
  useEffect(() => (open ? router.subscribe('onBeforeNavigate', () => setOpen(false)) : undefined), [open, router]);
  const lessons = lessonsOf(training);
  const at = lessons.findIndex(({ slug }) => slug === current) + 1;
  return (
    <div className={css.bar}>
      <button type="button" className={css.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="list" size={18} />
        <span className={css.name}>{training.name}</span>
        <span className={css.place}>
          {at} of {lessons.length}
        </span>
      </button>
      <ProgressBar
        className={css.progress}
        value={progress.count(lessons)}
        max={lessons.length}
        label={`Progress in ${training.name}`}
      />
      <Dialog kind="drawer" title="Lessons" open={open} onClose={() => setOpen(false)}>
        <LessonNav {...props} />
      </Dialog>
    </div>
  );
}

function LessonHeader({ lesson }: { lesson: Subchapter }) {
  const { at, of } = lesson.position;
  return (
    <header className={css.head}>
      <Label tone="beacon">
        {lesson.chapter.name} · {at} of {of} · {duration(lesson.minutes)}
      </Label>
      <h1>{lesson.name}</h1>
      <p className={css.lead}>{lesson.summary}</p>
    </header>
  );
}
