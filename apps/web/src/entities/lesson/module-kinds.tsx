import type { Module } from '@hexpedition/contract';
import { lazyRouteComponent } from '@tanstack/react-router';
// Loads these styles before the scripts, because the server has already rendered the modules.
import './lab-module.module.css';
import './demo-module.module.css';
import './drill/drill-module.module.css';
import './file-module.module.css';
import './poll/poll-module.module.css';
import './quiz/quiz.module.css';
import './video/video.module.css';

/**
 * Module kinds with their own scripts. Each is loaded with the first lesson that contains it. On the server and on
 * client-side navigation, the loader waits for them, so that they appear together with the text around them.
 */
export const LabModule = lazyRouteComponent(() => import('./lab-module.tsx'), 'LabModule');
export const QuizModule = lazyRouteComponent(() => import('./quiz/quiz-module.tsx'), 'QuizModule');
export const VideoModule = lazyRouteComponent(() => import('./video/video-module.tsx'));
export const YoutubeModule = lazyRouteComponent(() => import('./video/youtube-module.tsx'));
export const FileModule = lazyRouteComponent(() => import('./file-module.tsx'));
export const PollModule = lazyRouteComponent(() => import('./poll/poll-module.tsx'));
export const DrillModule = lazyRouteComponent(() => import('./drill/drill-module.tsx'));
export const DemoModule = lazyRouteComponent(() => import('./demo-module.tsx'));

const kinds: Partial<Record<Module['kind'], { preload?: () => Promise<void> | undefined }>> = {
  lab: LabModule,
  quiz: QuizModule,
  video: VideoModule,
  youtube: YoutubeModule,
  file: FileModule,
  poll: PollModule,
  drill: DrillModule,
  demo: DemoModule,
};

/** Preloads the scripts of a lesson's modules. Called by the lesson's loader. */
export async function loadModuleKinds(modules: readonly Module[]): Promise<void> {
  await Promise.all([...new Set(modules.map(({ kind }) => kind))].map((kind) => kinds[kind]?.preload?.()));
}
