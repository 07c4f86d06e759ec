import type { ModuleKind } from '@hexpedition/contract';
import type { ModuleFields } from '@hexpedition/curriculum/source/modules/module-reader';
import type { ModuleData } from '@hexpedition/curriculum/source/modules/module-readers';
import { labModule } from './lab-module.ts';
import { pollModule } from './poll-module.sync.ts';
import type { ServerModule } from './server-module.ts';

/** Kinds whose reader does not return all fields of the contract. */
type IncompleteKind = { [K in ModuleKind]: ModuleData[K] extends ModuleFields<K> ? never : K }[ModuleKind];

/** Kinds that need the database for more than storing what their reader returns. */
export const serverModules: Record<IncompleteKind, ServerModule> & Partial<Record<ModuleKind, ServerModule>> = {
  lab: labModule,
  poll: pollModule,
};
