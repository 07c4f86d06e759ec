import { fileURLToPath } from 'node:url';

/** A curriculum that contains every kind of module. */
export const fixtureFolder = fileURLToPath(new URL('./curriculum', import.meta.url));
