import type { BundleFiles, Rejection } from './bundle-files.ts';
import type { ConvertedBundle, ConvertOptions } from './conversion.ts';
import { convertCtfcli } from './ctfcli.ts';
import { type BundleFormat, detectFormat } from './detect-format.ts';
import { convertDojo } from './dojo.ts';

export const converters = {
  ctfcli: convertCtfcli,
  dojo: convertDojo,
} satisfies Record<Exclude<BundleFormat, 'bundle'>, typeof convertDojo>;

/** Converts a foreign bundle into our own file format. Rejects a bundle that already has our format. */
export async function convertBundle(
  files: BundleFiles,
  options: ConvertOptions = {},
): Promise<ConvertedBundle | { rejection: Rejection }> {
  const detected = detectFormat(files);
  if ('rejection' in detected) return detected;
  if (detected.format !== 'bundle') return converters[detected.format](files, options);
  const message = 'This bundle already has the Hexpedition format. Import it without converting it.';
  return { rejection: { code: 'format-own', message } };
}
