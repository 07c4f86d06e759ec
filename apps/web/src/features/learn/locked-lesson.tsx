import type { Training } from '@hexpedition/contract';
import { ChapterList } from './chapter-list.tsx';
import type { Travelled } from './journey.ts';
import css from './locked-lesson.module.css';
import { TierNotice } from './tier-notice.tsx';

/** Stands where the modules would: which tier it takes, how to get there, and what else is in the training. */
export function LockedLesson({ training, travelled }: { training: Training; travelled: Travelled }) {
  return (
    <div className={css.locked}>
      <TierNotice tier={training.tier} what="lesson" />
      <section aria-labelledby="outline" className={css.outline}>
        <h2 id="outline">What is in {training.name}</h2>
        <ChapterList training={training} travelled={travelled} />
      </section>
    </div>
  );
}
