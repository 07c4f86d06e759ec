import type { ModuleKind } from '@hexpedition/contract';
import { demoModule } from './demo-module.ts';
import { drillModule } from './drill-module.ts';
import { fileModule } from './file-module.ts';
import { flagModule } from './flag-module.ts';
import { labModule } from './lab-module.ts';
import type { ModuleDraft, ModuleFields, ModuleReader } from './module-reader.ts';
import { pollModule } from './poll-module.ts';
import { quizModule } from './quiz-module.ts';
import { videoModule } from './video-module.ts';
import { youtubeModule } from './youtube-module.ts';

type DirectiveKind = Exclude<ModuleKind, 'text'>;

/** Readers of all kinds of modules that are directives, by the directive's name. */
export const moduleReaders = {
  quiz: quizModule,
  flag: flagModule,
  drill: drillModule,
  lab: labModule,
  video: videoModule,
  youtube: youtubeModule,
  file: fileModule,
  poll: pollModule,
  demo: demoModule,
} satisfies Record<DirectiveKind, ModuleReader>;

type DataOf<R> = R extends { read: (...given: never[]) => ModuleDraft<infer Data> | undefined } ? Data : never;

/** Data that the readers return, by kind. */
export type ModuleData = { text: ModuleFields<'text'> } & {
  [K in DirectiveKind]: DataOf<(typeof moduleReaders)[K]>;
};

/** Checks whether a directive is a module. */
export const isModuleName = (name: string): name is DirectiveKind => Object.hasOwn(moduleReaders, name);
