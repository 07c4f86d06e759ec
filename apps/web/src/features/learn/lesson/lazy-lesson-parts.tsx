import type { Subchapter, Training } from '@hexpedition/contract';
import { lazyRouteComponent } from '@tanstack/react-router';
import { memo } from 'react';
import { LazyPart } from '#entities/lesson/lazy-part.tsx';
// Loads these styles before the scripts, because the server has already rendered the parts.
import './lesson-footer.module.css';
import './lesson-notes.module.css';
import '../outline/prev-next-nav.module.css';

/** The parts below and beside the text have their own scripts. They are inert until the scripts have loaded. */
const LessonFooter = lazyRouteComponent(() => import('./lesson-footer.tsx'), 'LessonFooter');
const LessonNotes = lazyRouteComponent(() => import('./lesson-notes.tsx'), 'LessonNotes');

interface Props {
  lesson: Subchapter;
  training: Training;
}

// Memoised like the modules, so that parents do not render them again while they wait for their scripts.
export const LazyLessonFooter = memo(function LazyLessonFooter({ lesson, training }: Props) {
  return (
    <LazyPart>
      <LessonFooter key={lesson.slug} lesson={lesson} training={training} />
    </LazyPart>
  );
});

export const LazyLessonNotes = memo(function LazyLessonNotes({
  lesson,
  training,
  place,
}: Props & { place: 'sidebar' | 'article' }) {
  return (
    <LazyPart>
      <LessonNotes key={lesson.slug} lesson={lesson} training={training} place={place} />
    </LazyPart>
  );
});

/** Preloads the parts. The lesson's loader waits for it on the server and on client-side navigation. */
export const loadLazyLessonParts = () => Promise.all([LessonFooter.preload?.(), LessonNotes.preload?.()]);
