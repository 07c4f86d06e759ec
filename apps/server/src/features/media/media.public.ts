export { type Fault, findFault, findNameFault, lookedAt } from './check-file.ts';
export { type MediaSource, markMedia, mediaPath, storeMedia } from './media.store.ts';
export { endingOf, endingsOf, findType, type MediaFolder, mediaFolders, sizeLimits } from './media-types.ts';
