export { readMedia } from './media.read-model.ts';
export { findMissingMedia, markMedia, storeMedia } from './media.store.ts';
export { useStorage } from './media-storage.ts';
export { openStorage } from './open-media-storage.ts';
export type { Variants } from './pictures/picture-variants.ts';
export { reencodePicture } from './pictures/reencode-picture.ts';
