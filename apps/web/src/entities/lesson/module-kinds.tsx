import type { Module, ModuleKind } from '@hexpedition/contract';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { IconName } from '#ui/icon-paths.ts';
import { FlagModule } from './flag-module.tsx';
import type { ModuleProps } from './module-props.ts';
import { TextModule } from './text-module.tsx';
// Loads these styles before the scripts, because the server has already rendered the modules.
import '#ui/field.module.css';
import '#entities/flag/flag-box.module.css';
import '#entities/lab/instance/instance-panel.module.css';
import './lab-module.module.css';
import './demo-module.module.css';
import './drill/drill-module.module.css';
import './file-module.module.css';
import './poll/poll-module.module.css';
import './quiz/quiz-module.module.css';
import './video/video-module.module.css';

/** Kind of block in the lesson editor. */
export interface BlockKindEntry {
  label: string;
  icon: IconName;
  /** Returns the Markdown of a new block, and the part of it that the author should type over. */
  template: (values: TemplateValues) => { markdown: string; select: string };
}

interface TemplateValues {
  /** Id that the lesson does not use yet. */
  id: string;
  /** Path of a file, slug of a lab, or name of a drill. */
  source: string;
  /** Paths of the captions of a video. */
  captions: readonly string[];
}

interface ModuleKindEntry<K extends ModuleKind> extends BlockKindEntry {
  component: ComponentType<ModuleProps<K>> & { preload?: () => Promise<void> | undefined };
}

/**
 * All kinds of modules, in the order of the insert dialog. A component with a script of its own is loaded with the first
 * lesson that contains the kind. On the server and on client-side navigation, the loader waits for it, so that it appears
 * together with the text around it.
 */
export const moduleKinds: { readonly [K in ModuleKind]: ModuleKindEntry<K> } = {
  text: {
    label: 'Text',
    icon: 'note',
    component: TextModule,
    template: () => ({ markdown: '## Title of the section\n\nWrite your text here.', select: 'Title of the section' }),
  },
  quiz: {
    label: 'Quiz',
    icon: 'bulb',
    component: lazyRouteComponent(() => import('./quiz/quiz-module.tsx')),
    template: ({ id }) => ({
      markdown: `:::quiz[Your question?]{#${id} kind=single}\n- [ ] A wrong answer\n- [x] The right answer\n\nWhy it is right.\n:::`,
      select: 'Your question?',
    }),
  },
  flag: {
    label: 'Flag',
    icon: 'flag',
    component: FlagModule,
    template: ({ id }) => ({
      markdown: `:::flag[Find the flag]{#${id} points=10 answer="flag{change_me}"}\nHow to find the flag.\n:::`,
      select: 'Find the flag',
    }),
  },
  drill: {
    label: 'Drill',
    icon: 'refresh',
    component: lazyRouteComponent(() => import('./drill/drill-module.tsx')),
    template: ({ id, source }) => ({
      markdown: `:::drill[Title of the drill]{#${id} points=3 make=${source}}\nInstructions for the drill.\n:::`,
      select: 'Title of the drill',
    }),
  },
  lab: {
    label: 'Lab',
    icon: 'flask',
    component: lazyRouteComponent(() => import('./lab-module.tsx')),
    template: ({ source }) => ({ markdown: `## The lab\n\n::lab{slug=${source}}`, select: 'The lab' }),
  },
  video: {
    label: 'Video',
    icon: 'play',
    component: lazyRouteComponent(() => import('./video/video-module.tsx')),
    template: ({ id, source, captions }) => ({
      markdown: `::video[Title of the video]{#${id} src="${source}" captions="${
        captions.join(' ') || `${source.replace(/\.\w+$/, '')}.en.vtt`
      }"}`,
      select: 'Title of the video',
    }),
  },
  youtube: {
    label: 'YouTube',
    icon: 'play',
    component: lazyRouteComponent(() => import('./video/youtube-module.tsx')),
    template: ({ id }) => ({
      markdown: `::youtube[Title of the video]{#${id} video=aBcDeFgHiJ_}`,
      select: 'aBcDeFgHiJ_',
    }),
  },
  file: {
    label: 'File',
    icon: 'download',
    component: lazyRouteComponent(() => import('./file-module.tsx')),
    template: ({ id, source }) => ({
      markdown: `::file[Title of the download]{#${id} src="${source}"}`,
      select: 'Title of the download',
    }),
  },
  poll: {
    label: 'Poll',
    icon: 'users',
    component: lazyRouteComponent(() => import('./poll/poll-module.tsx')),
    template: ({ id }) => ({
      markdown: `:::poll[Your question?]{#${id} kind=single}\n- First choice\n- Second choice\n:::`,
      select: 'Your question?',
    }),
  },
  demo: {
    label: 'Demo',
    icon: 'code',
    component: lazyRouteComponent(() => import('./demo-module.tsx')),
    template: ({ id, source }) => ({
      markdown: `::demo[Title of the demo]{#${id} src="${source}" height=320}`,
      select: 'Title of the demo',
    }),
  },
};

/** Preloads the scripts of a lesson's modules. Called by the lesson's loader. */
export async function loadModuleKinds(modules: readonly Module[]): Promise<void> {
  const kinds = new Set(modules.map(({ kind }) => kind));
  await Promise.all([...kinds].map((kind) => moduleKinds[kind].component.preload?.()));
}
