import { type Module, moduleFields } from '@hexpedition/contract';
import { serverModules } from './modules/module-kinds.ts';
import type { ModuleRow } from './modules/server-module.ts';

/**
 * Presents a module to visitors: the fields that the contract lists for its kind. The right answers are in another column
 * and never reach this function.
 */
export function presentModule(row: ModuleRow): Module {
  const { kind, id, data } = row;
  const values = new Map(Object.entries({ ...data, ...serverModules[kind]?.present?.(row), kind, id }));
  return Object.fromEntries(moduleFields[kind].map((field) => [field, values.get(field)])) as Module;
}
