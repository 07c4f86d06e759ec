export { refreshSearch, refreshSearchOfLessons } from './search.store.ts';
