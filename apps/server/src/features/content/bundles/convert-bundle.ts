import type { BundleFiles, Refusal } from './bundle.ts';
import type { Converted, ConvertOptions } from './convert.ts';
import { convertCtfcli } from './ctfcli.ts';
import { type BundleFormat, detectFormat } from './detect-format.ts';
import { convertDojo } from './dojo.ts';

export const converters = {
  ctfcli: convertCtfcli,
  dojo: convertDojo,
} satisfies Record<Exclude<BundleFormat, 'bundle'>, typeof convertDojo>;

/** Turns a bundle of others into files of our own. One of ours needs no turning, and is refused here. */
export async function convertBundle(
  files: BundleFiles,
  options: ConvertOptions = {},
): Promise<Converted | { refusal: Refusal }> {
  const detected = detectFormat(files);
  if ('refusal' in detected) return detected;
  if (detected.format !== 'bundle') return converters[detected.format](files, options);
  const message = 'This is a bundle of our own, which the import reads as it is.';
  return { refusal: { code: 'format-own', message } };
}
