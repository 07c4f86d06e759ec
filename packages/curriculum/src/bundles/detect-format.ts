import type { BundleFiles, Rejection } from './bundle-files.ts';

export type BundleFormat = 'bundle' | 'ctfcli' | 'dojo';

export type FormatDetection = { format: BundleFormat } | { rejection: Rejection };

/** Returns the single top folder of a bundle with its `/`; empty if there is none. */
export function topFolder(files: BundleFiles): string {
  const [first = ''] = files.keys();
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && [...files.keys()].every((path) => path.startsWith(folder)) ? folder : '';
}

/** Detects the format of a bundle by files that only one format has. */
export function detectFormat(files: BundleFiles): FormatDetection {
  const top = topFolder(files);
  const paths = [...files.keys()].flatMap((path) => [path, path.slice(top.length)]);
  if (paths.some((path) => /^[^/]+\/continent\.yaml$/.test(path))) return { format: 'bundle' };
  if (paths.some((path) => /^dojo\.ya?ml$/.test(path))) return { format: 'dojo' };
  if (paths.some((path) => /(^|\/)(challenge|ctfcli)\.ya?ml$/i.test(path))) return { format: 'ctfcli' };
  return {
    rejection: {
      code: 'format-unknown',
      message:
        'The format is unknown: the bundle has no <continent>/continent.yaml (Hexpedition), no challenge.yml or ctfcli.yaml (ctfcli) and no dojo.yml (dojo).',
    },
  };
}
