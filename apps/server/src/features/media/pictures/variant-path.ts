/** The widths in which a picture is served, besides its own. */
const widths = [480, 960, 1_440];
export const variantFormats = ['avif', 'webp'] as const;
export type VariantFormat = (typeof variantFormats)[number];

/** The widths that a picture is offered in: those well below its own, and its own. */
export const widthsOf = (width: number): number[] => [...widths.filter((one) => one < width * 0.8), width];

/** The address of a picture in one width and format. @param hash of the picture itself */
export const variantPath = (hash: string, name: string, width: number, format: VariantFormat): string =>
  `/media/${hash}/${width}/${name.replace(/\.\w+$/, '')}.${format}`;
