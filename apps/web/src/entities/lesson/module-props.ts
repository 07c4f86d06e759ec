import type { Module, ModuleKind } from '@hexpedition/contract';

export type ModuleOf<K extends ModuleKind> = Extract<Module, { kind: K }>;

/** Props of the component of one kind of module. */
export interface ModuleProps<K extends ModuleKind = ModuleKind> {
  /** Slugs. */
  lesson: string;
  training: string;
  /** Revision of the lesson. */
  revision: number;
  module: ModuleOf<K>;
}
