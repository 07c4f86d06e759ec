import type { Element } from 'hast';
import { variantFormats, variantPath, variantWidths } from '../media/picture-variant-path.ts';
import { h } from './syntax-tree.ts';

/** A photo or screenshot in a lesson, served in several sizes. */
export interface Picture {
  /** Hash of its bytes; part of its URL. */
  hash: string;
  /** File name in its folder. */
  name: string;
  /** Width in pixels. */
  width: number;
  height: number;
}

/** The `sizes` attribute: at most 720 CSS pixels wide in a lesson; on a phone as wide as the text. */
const sizes = '(max-width: 780px) calc(100vw - 32px), 720px';

export function pictureToHtml({ hash, name, width, height }: Picture, alt: string): Element {
  const sources = variantFormats.map((format) => {
    const srcSet = variantWidths(width).map((one) => `${variantPath(hash, name, one, format)} ${one}w`);
    return h('source', { type: `image/${format}`, srcSet: srcSet.join(', '), sizes });
  });
  const src = variantPath(hash, name, width, 'webp');
  const img = h('img', { className: ['figure-picture'], src, alt, width, height, loading: 'lazy', decoding: 'async' });
  return h('picture', {}, [...sources, img]);
}

/**
 * Reads the size of a picture from its first bytes; undefined if it is neither WebP nor PNG.
 * Sources: RFC 9649 (WebP), the PNG specification.
 */
export function readPictureSize(head: Buffer): { width: number; height: number } | undefined {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (head.length >= 24 && text(0, 8) === '\x89PNG\r\n\x1a\n')
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (head.length < 30 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return undefined;
  switch (text(12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
