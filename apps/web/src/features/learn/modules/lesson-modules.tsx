import type { Module, Subchapter } from '@hexpedition/contract';
import { Suspense } from 'react';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import { FlagModule } from './flag-module.tsx';
import {
  DemoModule,
  FileModule,
  LabModule,
  PollModule,
  QuizModule,
  VideoModule,
  YoutubeModule,
} from './module-kinds.tsx';

interface Props {
  lesson: Subchapter;
  /** `lesson/id` of the flags that the learner has. */
  found: ReadonlySet<string>;
}

/** The modules of a lesson in their order. */
export function LessonModules({ lesson, found }: Props) {
  return lesson.modules.map((module) => {
    const key = `${lesson.slug}/${module.id}`;
    return (
      <Suspense key={key} fallback={<Skeleton shape="block" />}>
        <LessonModule lesson={lesson} module={module} solved={found.has(key)} />
      </Suspense>
    );
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
    case 'video':
      return <VideoModule lesson={lesson} video={module} />;
    case 'youtube':
      return <YoutubeModule lesson={lesson} youtube={module} />;
    case 'file':
      return <FileModule file={module} />;
    case 'poll':
      return <PollModule poll={module} />;
    case 'demo':
      return <DemoModule demo={module} />;
  }
}
