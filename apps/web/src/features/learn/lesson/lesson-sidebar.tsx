import type { Subchapter, Training } from '@hexpedition/contract';
import { lazy, Suspense } from 'react';
import { useSession } from '#lib/session.ts';
import { LazyLessonNotes } from './lazy-lesson-parts.tsx';
import css from './lesson-page.module.css';
import { TableOfContents } from './table-of-contents.tsx';

// Loaded on demand, because few lessons have a lab and few learners have one running. The server never renders it.
const SidebarLab = lazy(() => import('#entities/lab/instance/sidebar-lab.tsx'));

/** Sidebar beside the text: the running lab, the table of contents and the learner's notes. */
export function LessonSidebar({ lesson, training }: { lesson: Subchapter; training: Training }) {
  const headings = lesson.modules.flatMap((module) => (module.kind === 'text' ? module.headings : []));
  const signedIn = useSession() !== null;
  const labs = lesson.modules.filter((module) => module.kind === 'lab');
  return (
    <div className={css.sidebar}>
      {signedIn &&
        labs.map(({ lab, name }) => (
          <Suspense key={lab}>
            <SidebarLab slug={lab} name={name} />
          </Suspense>
        ))}
      {headings.length > 1 && <TableOfContents headings={headings} />}
      <LazyLessonNotes lesson={lesson} training={training} place="sidebar" />
    </div>
  );
}
