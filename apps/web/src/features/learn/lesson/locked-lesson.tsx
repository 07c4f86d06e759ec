import type { Subchapter, Training } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useReachesTier } from '#entities/account/tier-access.ts';
import { useTrainingProgress } from '#entities/progress/use-training-progress.ts';
import { lessonQuery } from '#entities/training/training-queries.ts';
import { useSession } from '#lib/session.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { LockNotice } from '../locks/lock-notice.tsx';
import { ChapterList } from '../outline/chapter-list.tsx';
import css from './locked-lesson.module.css';

interface Props {
  lesson: Subchapter;
  training: Training;
  /** Reason from the server. The learner's progress may give another one. */
  reason: NonNullable<Subchapter['locked']>['reason'];
}

/** Shown instead of the modules of a locked lesson: why it is locked, how to unlock it, and the outline of the training. */
export function LockedLesson({ lesson, training, reason }: Props) {
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
