/** Widths in which a picture is served, besides its own. */
const widths = [480, 960, 1_440];
export const variantFormats = ['avif', 'webp'] as const;
export type VariantFormat = (typeof variantFormats)[number];

/** Returns the widths of a picture's variants: those well below its own width, and its own. */
export const variantWidths = (width: number): number[] => [...widths.filter((one) => one < width * 0.8), width];

/** URL of a picture in one width and format. @param hash hash of the original picture */
export const variantPath = (hash: string, name: string, width: number, format: VariantFormat): string =>
  `/media/${hash}/${width}/${name.replace(/\.\w+$/, '')}.${format}`;
