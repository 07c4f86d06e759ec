export { awardFlag, recordSharedFlag } from './flags.store.ts';
