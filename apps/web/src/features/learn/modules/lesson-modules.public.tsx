import type { Module } from '@hexpedition/contract';
import { memo } from 'react';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { FlagModule } from './flag-module.tsx';
import { Late } from './late.tsx';
import {
  DemoModule,
  DrillModule,
  FileModule,
  LabModule,
  PollModule,
  QuizModule,
  VideoModule,
  YoutubeModule,
} from './module-kinds.public.tsx';

interface Props {
  /** Slugs. */
  lesson: string;
  training: string;
  /** Of the lesson. */
  revision: number;
  module: Module;
}

/** A module of a lesson. Memoised: nothing above it renders it again while it waits for its own script. */
export const LessonModule = memo(function LessonModule({ lesson, training, revision, module }: Props) {
  if (module.kind === 'text') return <Html html={module.html} className={prose.prose} />;
  if (module.kind === 'flag') return <FlagModule lesson={lesson} training={training} flag={module} />;
  return (
    <Late>
      <LateModule lesson={lesson} training={training} revision={revision} module={module} />
    </Late>
  );
});

interface LateProps extends Omit<Props, 'module'> {
  module: Exclude<Module, { kind: 'text' | 'flag' }>;
}

function LateModule({ lesson, training, revision, module }: LateProps) {
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
