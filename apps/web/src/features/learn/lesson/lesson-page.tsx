import { useSuspenseQuery } from '@tanstack/react-query';
import { NotesSlot } from '#features/notes/notes-slot.tsx';
import { useUpgrade } from '#features/prose/use-upgrade.public.ts';
import { useReaches } from '#lib/reach.ts';
import { useSession } from '#lib/session.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { LessonModules } from '../modules/lesson-modules.tsx';
import { useFoundFlags, useTrainingProgress } from '../progress/use-training-progress.ts';
import { lessonQuery, trainingQuery } from '../queries.public.ts';
import { LessonBar } from './lesson-bar.tsx';
import { LessonFoot } from './lesson-foot.tsx';
import { LessonHead } from './lesson-head.tsx';
import css from './lesson-page.module.css';
import { LessonRail } from './lesson-rail.tsx';
import { LessonTree } from './lesson-tree.tsx';
import { LockedLesson } from './locked-lesson.tsx';

interface Props {
  training: string;
  subchapter: string;
}

export function LessonPage({ training: trainingSlug, subchapter }: Props) {
  const { data: training } = useSuspenseQuery(trainingQuery(trainingSlug));
  const { data: lesson, isFetching } = useSuspenseQuery(lessonQuery(subchapter));
  const { progress, lock } = useTrainingProgress(training);
  const found = useFoundFlags(training);
  const signedIn = useSession() !== null;
  const reached = useReaches(training.tier);
  const upgrade = useUpgrade(lesson.modules);
  const tree = { training, progress, flagsFound: found.size, current: lesson.slug };
  // The page was rendered for a visitor; for someone whose tier reaches, the lesson itself is on its way.
  const opening = lesson.locked !== null && signedIn && reached && isFetching;
  return (
    <div className={css.layout}>
      <LessonBar {...tree} />
      <aside className={css.side} aria-label="Course">
        <LessonTree {...tree} />
      </aside>
      <article className={css.article}>
        <LessonHead lesson={lesson} />
        {opening && <Skeleton lines={6} />}
        {lesson.locked && !opening && (
          <LockedLesson training={training} progress={progress} lock={lock ?? lesson.locked.reason} />
        )}
        <div ref={upgrade} className={css.modules}>
          <LessonModules lesson={lesson} found={found} />
        </div>
        <NotesSlot place="article" lesson={lesson} done={progress.has(lesson.slug)} />
        <LessonFoot key={lesson.slug} lesson={lesson} training={training} progress={progress} />
      </article>
      <LessonRail lesson={lesson} done={progress.has(lesson.slug)} />
    </div>
  );
}
