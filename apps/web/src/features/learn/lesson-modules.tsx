import type { Subchapter } from '@hexpedition/contract';
import { LabModule } from '#features/labs/lab-card.tsx';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { FlagModule } from './flag-module.tsx';
import css from './lesson-page.module.css';
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
    switch (module.kind) {
      case 'text':
        return <Html key={key} html={module.html} className={prose.prose} />;
      case 'quiz':
        return <QuizModule key={key} lesson={lesson.slug} quiz={module} />;
      case 'flag':
        return <FlagModule key={key} lesson={lesson} flag={module} solved={found.has(key)} />;
      case 'lab':
        return (
          <div key={key} className={css.lab}>
            <LabModule slug={module.lab} name={module.name} />
          </div>
        );
    }
  });
}
