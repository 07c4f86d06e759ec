export { selectLab } from './lab-lookup.read-model.ts';

/** Returns the API paths whose answers change with a lab. */
export function pathsOfLab(slug: string): string[] {
  return ['/api/lab/', `/api/lab/${slug}`, `/api/lab/flags/${slug}`];
}
