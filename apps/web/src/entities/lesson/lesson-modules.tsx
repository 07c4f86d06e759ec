import type { Module } from '@hexpedition/contract';
import { memo } from 'react';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { FlagModule } from './flag-module.tsx';
import { LazyPart } from './lazy-part.tsx';
import {
  DemoModule,
  DrillModule,
  FileModule,
  LabModule,
  PollModule,
  QuizModule,
  VideoModule,
  YoutubeModule,
} from './module-kinds.tsx';

interface Props {
  /** Slugs. */
  lesson: string;
  training: string;
  /** Revision of the lesson. */
  revision: number;
  module: Module;
}

/** Module of a lesson. Memoised, so that parents do not render it again while it waits for its script. */
export const LessonModule = memo(function LessonModule({ lesson, training, revision, module }: Props) {
  if (module.kind === 'text') return <Html html={module.html} className={prose.prose} />;
  if (module.kind === 'flag') return <FlagModule lesson={lesson} training={training} flag={module} />;
  return (
    <LazyPart>
      <LazyModule lesson={lesson} training={training} revision={revision} module={module} />
    </LazyPart>
  );
});

interface LazyModuleProps extends Omit<Props, 'module'> {
  module: Exclude<Module, { kind: 'text' | 'flag' }>;
}

function LazyModule({ lesson, training, revision, module }: LazyModuleProps) {
  switch (module.kind) {
    case 'quiz':
      return <QuizModule lesson={lesson} training={training} revision={revision} quiz={module} />;
    case 'drill':
      return <DrillModule lesson={lesson} training={training} drill={module} />;
    case 'lab':
      return <LabModule slug={module.lab} name={module.name} />;
    case 'video':
      return <VideoModule lesson={lesson} video={module} />;
    case 'youtube':
      return <YoutubeModule youtube={module} />;
    case 'file':
      return <FileModule file={module} />;
    case 'poll':
      return <PollModule poll={module} />;
    case 'demo':
      return <DemoModule demo={module} />;
  }
}
