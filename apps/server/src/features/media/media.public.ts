export { type Fault, findFault, findNameFault, findSecondNature, lookedAt } from './check-file.ts';
export { readMedia } from './media.read-model.ts';
export { findMissingMedia, markMedia, mediaPath, storeMedia } from './media.store.ts';
export { endingOf, findType, type MediaFolder, mediaFolders, sizeLimits } from './media-types.ts';
export { variantFormats, variantPath, widthsOf } from './pictures/variant-path.ts';
