import type { Module, Subchapter } from '@hexpedition/contract';
import { LabModule } from '#features/labs/lab-card.tsx';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { FlagModule } from './flag-module.tsx';
import { QuizModule } from './quiz/quiz-module.tsx';

interface Props {
  lesson: Subchapter;
  /** `lesson/id` of the flags that the learner has. */
  found: ReadonlySet<string>;
}

/** The modules of a lesson in their order. */
export function LessonModules({ lesson, found }: Props) {
  return lesson.modules.map((module) => {
    const key = `${lesson.slug}/${module.id}`;
    return <LessonModule key={key} lesson={lesson} module={module} solved={found.has(key)} />;
  });
}

function LessonModule({ lesson, module, solved }: { lesson: Subchapter; module: Module; solved: boolean }) {
  switch (module.kind) {
    case 'text':
      return <Html html={module.html} className={prose.prose} />;
    case 'quiz':
      return <QuizModule lesson={lesson.slug} quiz={module} />;
    case 'flag':
      return <FlagModule lesson={lesson} flag={module} solved={solved} />;
    case 'lab':
      return <LabModule slug={module.lab} name={module.name} />;
  }
}
