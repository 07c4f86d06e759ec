import type { Subchapter } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { LessonModule } from '#entities/lesson/lesson-modules.tsx';
import { lessonQuery, trainingQuery } from '#entities/training/training-queries.ts';
import { duration } from '#lib/format.ts';
import { Label } from '#ui/label.tsx';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import { LazyLessonFooter, LazyLessonNotes } from './lazy-lesson-parts.tsx';
import { LessonDrawer } from './lesson-drawer.tsx';
import { LessonNav } from './lesson-nav.tsx';
import css from './lesson-page.module.css';
import { LessonSidebar } from './lesson-sidebar.tsx';
import { LockedLesson } from './locked-lesson.tsx';

interface Props {
  training: string;
  subchapter: string;
}

/**
 * Page of a lesson. It reads only public data; parts with personal data read that themselves. If a parent of the modules
 * rendered again for the learner, React would discard the modules that it has not hydrated yet.
 */
export function LessonPage({ training: trainingSlug, subchapter }: Props) {
  const { data: training } = useSuspenseQuery(trainingQuery(trainingSlug));
  const { data: lesson } = useSuspenseQuery(lessonQuery(subchapter));
  const proseRef = useInteractiveProse(lesson.modules);
  return (
    <div className={css.layout}>
      <LessonDrawer training={training} current={lesson.slug} />
      <aside className={css.side} aria-label="Course">
        <LessonNav training={training} current={lesson.slug} />
      </aside>
      <article className={css.article}>
        <LessonHeader lesson={lesson} />
        {lesson.locked && <LockedLesson lesson={lesson} training={training} reason={lesson.locked.reason} />}
        <div ref={proseRef} className={css.modules}>
          {lesson.modules.map((module) => (
            <LessonModule
              key={`${lesson.slug}/${module.id}`}
              lesson={lesson.slug}
              training={trainingSlug}
              revision={lesson.revision}
              module={module}
            />
          ))}
        </div>
        <LazyLessonNotes lesson={lesson} training={training} place="article" />
        <LazyLessonFooter lesson={lesson} training={training} />
      </article>
      <LessonSidebar lesson={lesson} training={training} />
    </div>
  );
}

function LessonHeader({ lesson }: { lesson: Subchapter }) {
  const { at, of } = lesson.position;
  return (
    <header className={css.head}>
      <Label tone="beacon">
        {lesson.chapter.name} · {at} of {of} · {duration(lesson.minutes)}
      </Label>
      <h1>{lesson.name}</h1>
      <p className={css.lead}>{lesson.summary}</p>
    </header>
  );
}
