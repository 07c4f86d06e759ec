import type { Training } from '@hexpedition/contract';
import { LockNotice } from '../locks/lock-notice.tsx';
import { ChapterList } from '../outline/chapter-list.tsx';
import type { TrainingProgress } from '../progress/training-progress.ts';
import type { Lock } from '../progress/use-training-progress.ts';
import css from './locked-lesson.module.css';

interface Props {
  training: Training;
  progress: TrainingProgress;
  lock: Lock;
}

/** Stands where the modules would: what it takes, how to get there, and what else is in the training. */
export function LockedLesson({ training, progress, lock }: Props) {
  return (
    <div className={css.locked}>
      <LockNotice training={training} lock={lock} what="lesson" />
      <section aria-labelledby="outline" className={css.outline}>
        <h2 id="outline">What is in {training.name}</h2>
        <ChapterList training={training} progress={progress} />
      </section>
    </div>
  );
}
