import type { Training } from '@hexpedition/contract';
import { ChapterList } from './chapter-list.tsx';
import type { Travelled } from './journey.ts';
import { LockNotice } from './lock-notice.tsx';
import css from './locked-lesson.module.css';
import type { Lock } from './use-travelled.ts';

interface Props {
  training: Training;
  travelled: Travelled;
  lock: Lock;
}

/** Stands where the modules would: what it takes, how to get there, and what else is in the training. */
export function LockedLesson({ training, travelled, lock }: Props) {
  return (
    <div className={css.locked}>
      <LockNotice training={training} lock={lock} what="lesson" />
      <section aria-labelledby="outline" className={css.outline}>
        <h2 id="outline">What is in {training.name}</h2>
        <ChapterList training={training} travelled={travelled} />
      </section>
    </div>
  );
}
