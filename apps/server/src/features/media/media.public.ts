export { findFileProblem, findOtherFileType, inspectedBytes } from './file-checks.ts';
export { readMedia } from './media.read-model.ts';
export { findMissingMedia, markMedia, mediaPath, storeMedia } from './media.store.ts';
export { useStorage } from './media-storage.ts';
export { findType, type MediaFolder, mediaFolders } from './media-types.ts';
export { openStorage } from './open-media-storage.ts';
export { variantFormats, variantPath, variantWidths } from './pictures/picture-variant-path.ts';
export type { Variants } from './pictures/picture-variants.ts';
export { reencodePicture } from './pictures/reencode-picture.ts';
