import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { lessonsOf } from '../progress/training-progress.ts';
import { useTrainingProgress } from '../progress/use-training-progress.ts';
import css from './lesson-bar.module.css';
import { LessonTree, type TreeProps } from './lesson-tree.tsx';

/** Below 1024 px: the tree as a drawer, opened from a line that stays under the top bar. */
export function LessonBar(props: TreeProps) {
  const { training, current } = props;
  const { progress } = useTrainingProgress(training);
  const [open, setOpen] = useState(false);
  const router = useRouter();
  // Any change of route closes the drawer, whoever caused it.
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
        <LessonTree {...props} />
      </Dialog>
    </div>
  );
}
