export { readMedia } from './media.read-model.ts';
export { findMissingMedia, markMedia, mediaPath, storeMedia } from './media.store.ts';
export { endingOf, endingsOf, findType, type MediaFolder, mediaFolders, sizeLimits } from './media-types.ts';
