export { createFastPath } from './fast-path.ts';
export { PageCache } from './page-cache.ts';
export { withoutSecret } from './page-key.ts';
