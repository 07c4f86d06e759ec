import type { Subchapter, Training } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#lib/session.ts';
import { useReachesTier } from '#shell/tier-access.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { LockNotice } from '../locks/lock-notice.tsx';
import { ChapterList } from '../outline/chapter-list.tsx';
import { useTrainingProgress } from '../progress/use-training-progress.ts';
import { lessonQuery } from '../queries.public.ts';
import css from './locked-lesson.module.css';

interface Props {
  lesson: Subchapter;
  training: Training;
  /** The reason that the server gives; the learner's own standing may give another. */
  reason: NonNullable<Subchapter['locked']>['reason'];
}

/** Stands in place of the modules and says what it takes, how to get there, and what else is in the training. */
export function LockedLesson({ lesson, training, reason }: Props) {
  const { progress, lock } = useTrainingProgress(training);
  const { isFetching } = useQuery(lessonQuery(lesson.slug));
  const signedIn = useSession() !== null;
  const reached = useReachesTier(training.tier);
  // The page was rendered for a visitor. If the learner's tier reaches the lesson, it is on its way.
  if (signedIn && reached && isFetching) return <Skeleton lines={6} />;
  return (
    <div className={css.locked}>
      <LockNotice training={training} lock={lock ?? reason} what="lesson" />
      <section aria-labelledby="outline" className={css.outline}>
        <h2 id="outline">What is in {training.name}</h2>
        <ChapterList training={training} progress={progress} />
      </section>
    </div>
  );
}
