import type { BundleFiles, Refusal } from './bundle.ts';

export type BundleFormat = 'bundle' | 'ctfcli' | 'dojo';

export type Detected = { format: BundleFormat } | { refusal: Refusal };

/** The folder that a bundle has packed everything into, with its `/`; empty when there is none. */
export function topFolder(files: BundleFiles): string {
  const [first = ''] = files.keys();
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && [...files.keys()].every((path) => path.startsWith(folder)) ? folder : '';
}

/** Says which kind of bundle this is, by the files that only one kind has. */
export function detectFormat(files: BundleFiles): Detected {
  const top = topFolder(files);
  const paths = [...files.keys()].flatMap((path) => [path, path.slice(top.length)]);
  if (paths.some((path) => /^[^/]+\/continent\.yaml$/.test(path))) return { format: 'bundle' };
  if (paths.some((path) => /^dojo\.ya?ml$/.test(path))) return { format: 'dojo' };
  if (paths.some((path) => /(^|\/)challenge\.ya?ml$/i.test(path))) return { format: 'ctfcli' };
  return {
    refusal: {
      code: 'format-unknown',
      message:
        'Nothing here says what it is. There is no <continent>/continent.yaml (our own), no challenge.yml (ctfcli) and no dojo.yml (dojo).',
    },
  };
}
