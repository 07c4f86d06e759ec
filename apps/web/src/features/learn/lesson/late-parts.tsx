import type { Subchapter, Training } from '@hexpedition/contract';
import { lazyRouteComponent } from '@tanstack/react-router';
import { memo } from 'react';
import { Late } from '../modules/late.tsx';
// These styles come before the scripts, because the server has rendered the parts already.
import './lesson-foot.module.css';
import './lesson-notes.module.css';
import '../outline/neighbours.module.css';

/** What stands below or beside the text has a script of its own, and sleeps until it is there. */
const LessonFoot = lazyRouteComponent(() => import('./lesson-foot.tsx'), 'LessonFoot');
const LessonNotes = lazyRouteComponent(() => import('./lesson-notes.tsx'), 'LessonNotes');

interface Props {
  lesson: Subchapter;
  training: Training;
}

// Memoised, as the modules are: nothing above renders them again while they wait.
export const LateFoot = memo(function LateFoot({ lesson, training }: Props) {
  return (
    <Late>
      <LessonFoot key={lesson.slug} lesson={lesson} training={training} />
    </Late>
  );
});

export const LateNotes = memo(function LateNotes({ lesson, training, place }: Props & { place: 'rail' | 'article' }) {
  return (
    <Late>
      <LessonNotes key={lesson.slug} lesson={lesson} training={training} place={place} />
    </Late>
  );
});

/** For the lesson's loader: the server, and the router where it changes the page, wait for them. */
export const loadLateParts = () => Promise.all([LessonFoot.preload?.(), LessonNotes.preload?.()]);
