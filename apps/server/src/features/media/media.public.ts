export { findFault, findSecondNature, lookedAt } from './check-file.ts';
export { readMedia } from './media.read-model.ts';
export { findMissingMedia, markMedia, mediaPath, storeMedia } from './media.store.ts';
export { findType, type MediaFolder, mediaFolders } from './media-types.ts';
export { openStorage } from './open-storage.ts';
export { remakePicture } from './pictures/remake.ts';
export { variantFormats, variantPath, widthsOf } from './pictures/variant-path.ts';
export type { Variants } from './pictures/variants.ts';
export { useStorage } from './storage.ts';
