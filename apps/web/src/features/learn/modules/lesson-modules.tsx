import type { Module } from '@hexpedition/contract';
import { memo, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { wake } from '#lib/start-up.ts';
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
  /** Slugs. */
  lesson: string;
  training: string;
  module: Module;
}

/** A module of a lesson. Memoised: nothing above it renders it again while it waits for its own script. */
export const LessonModule = memo(function LessonModule({ lesson, training, module }: Props) {
  if (module.kind === 'text') return <Html html={module.html} className={prose.prose} />;
  if (module.kind === 'flag') return <FlagModule lesson={lesson} training={training} flag={module} />;
  return (
    <Late>
      <LateModule lesson={lesson} module={module} />
    </Late>
  );
});

function LateModule({ lesson, module }: { lesson: string; module: Exclude<Module, { kind: 'text' | 'flag' }> }) {
  switch (module.kind) {
    case 'quiz':
      return <QuizModule lesson={lesson} quiz={module} />;
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

/** A module with a script of its own. The server has drawn it, and it sleeps until the script is there. */
function Late({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} data-asleep="">
      <Suspense fallback={<Skeleton shape="block" />}>
        {children}
        <Wake place={place} />
      </Suspense>
    </div>
  );
}

/** Its effect runs once React has taken over the module beside it. */
function Wake({ place }: { place: RefObject<HTMLElement | null> }) {
  // The start-up script, which holds early presses, is outside React.
  useEffect(() => {
    if (place.current) wake(place.current);
  }, [place]);
  return null;
}
