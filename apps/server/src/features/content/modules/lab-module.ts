import type { ModuleFields } from '@hexpedition/curriculum/source/modules/module-reader';
import type { ModuleData } from '@hexpedition/curriculum/source/modules/module-readers';
import { pageTags } from '../import/page-tags.ts';
import type { ServerModule } from './server-module.ts';

const slugOf = (data: object): string => (data as ModuleData['lab']).lab;

export const labModule: ServerModule = {
  // The page of a lab lists the lessons that contain it.
  pages: (data) => [pageTags.lab(slugOf(data))],
  present: ({ data, lab_name }): Pick<ModuleFields<'lab'>, 'name'> => ({ name: lab_name ?? slugOf(data) }),
};
