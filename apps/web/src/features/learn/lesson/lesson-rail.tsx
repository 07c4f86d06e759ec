import type { Subchapter, Training } from '@hexpedition/contract';
import { lazy, Suspense } from 'react';
import { useSession } from '#lib/session.ts';
import { Contents } from './contents.tsx';
import { LateNotes } from './late-parts.tsx';
import css from './lesson-page.module.css';

// Few lessons have a lab, and fewer readers have one running. The server knows no reader, so it never has one to wait
// for.
const SidebarLab = lazy(() => import('#features/labs/instance/sidebar-lab.public.tsx'));

/** Beside the text where there is room: the lab that runs, what is on this page, and one's own notes on it. */
export function LessonRail({ lesson, training }: { lesson: Subchapter; training: Training }) {
  const headings = lesson.modules.flatMap((module) => (module.kind === 'text' ? module.headings : []));
  const signedIn = useSession() !== null;
  const labs = lesson.modules.filter((module) => module.kind === 'lab');
  return (
    <div className={css.rail}>
      {signedIn &&
        labs.map(({ lab, name }) => (
          <Suspense key={lab}>
            <SidebarLab slug={lab} name={name} />
          </Suspense>
        ))}
      {headings.length > 1 && <Contents headings={headings} />}
      <LateNotes lesson={lesson} training={training} place="rail" />
    </div>
  );
}
