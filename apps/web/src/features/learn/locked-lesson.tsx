import type { Subchapter, Training } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useReaches } from '#features/labs/reach.ts';
import { useSession } from '#lib/session.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { ChapterList } from './chapter-list.tsx';
import { LockNotice } from './lock-notice.tsx';
import css from './locked-lesson.module.css';
import { lessonQuery } from './queries.ts';
import { useTravelled } from './use-travelled.ts';

interface Props {
  lesson: Subchapter;
  training: Training;
  /** What the server says; the learner's own standing may say another. */
  reason: NonNullable<Subchapter['locked']>['reason'];
}

/** Stands where the modules would: what it takes, how to get there, and what else is in the training. */
export function LockedLesson({ lesson, training, reason }: Props) {
  const { travelled, lock } = useTravelled(training);
  const { isFetching } = useQuery(lessonQuery(lesson.slug));
  const signedIn = useSession() !== null;
  const reached = useReaches(training.tier);
  // The page was rendered for a visitor; for someone whose tier reaches, the lesson itself is on its way.
  if (signedIn && reached && isFetching) return <Skeleton lines={6} />;
  return (
    <div className={css.locked}>
      <LockNotice training={training} lock={lock ?? reason} what="lesson" />
      <section aria-labelledby="outline" className={css.outline}>
        <h2 id="outline">What is in {training.name}</h2>
        <ChapterList training={training} travelled={travelled} />
      </section>
    </div>
  );
}
