import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lessonsOf } from '#entities/progress/training-progress.ts';
import { useTrainingProgress } from '#entities/progress/use-training-progress.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import css from './lesson-drawer.module.css';
import { LessonNav, type LessonNavProps } from './lesson-nav.tsx';

/** Below 1024 px: shows the lesson navigation as a drawer. A line below the top bar opens it and shows the progress. */
export function LessonDrawer(props: LessonNavProps) {
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
