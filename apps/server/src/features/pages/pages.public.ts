export { PageCache } from './page-cache.ts';
