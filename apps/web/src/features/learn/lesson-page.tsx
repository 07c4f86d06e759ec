import { useSuspenseQuery } from '@tanstack/react-query';
import { useReaches } from '#features/labs/reach.ts';
import { useUpgrade } from '#features/labs/upgrade/use-upgrade.ts';
import { NotesSlot } from '#features/notes/notes-slot.public.tsx';
import { useSession } from '#lib/session.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { LessonBar } from './lesson-bar.tsx';
import { LessonFoot } from './lesson-foot.tsx';
import { LessonHead } from './lesson-head.tsx';
import { LessonModules } from './lesson-modules.tsx';
import css from './lesson-page.module.css';
import { LessonRail } from './lesson-rail.tsx';
import { LessonTree } from './lesson-tree.tsx';
import { LockedLesson } from './locked-lesson.tsx';
import { lessonQuery, trainingQuery } from './queries.ts';
import { useFoundFlags, useTravelled } from './use-travelled.ts';

interface Props {
  training: string;
  subchapter: string;
}

export function LessonPage({ training: trainingSlug, subchapter }: Props) {
  const { data: training } = useSuspenseQuery(trainingQuery(trainingSlug));
  const { data: lesson, isFetching } = useSuspenseQuery(lessonQuery(subchapter));
  const { travelled, lock } = useTravelled(training);
  const found = useFoundFlags(training);
  const signedIn = useSession() !== null;
  const reached = useReaches(training.tier);
  const upgrade = useUpgrade(lesson.modules);
  const tree = { training, travelled, flagsFound: found.size, current: lesson.slug };
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
          <LockedLesson training={training} travelled={travelled} lock={lock ?? lesson.locked.reason} />
        )}
        <div ref={upgrade} className={css.modules}>
          <LessonModules lesson={lesson} found={found} />
        </div>
        <NotesSlot place="article" lesson={lesson} done={travelled.has(lesson.slug)} />
        <LessonFoot key={lesson.slug} lesson={lesson} training={training} travelled={travelled} />
      </article>
      <LessonRail lesson={lesson} done={travelled.has(lesson.slug)} />
    </div>
  );
}
