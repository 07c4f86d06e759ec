export { refreshSearch } from './search.store.ts';
