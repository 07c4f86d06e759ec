import { readFlag } from '@hexpedition/lab-runtime/kit';

const drawers = [
  'Letters to the archive, asking what is in drawer 2.',
  'Letters from the archive, asking who wants to know it.',
  'A map of Halmer Sound on which Port Ostrel is missing. It was returned with thanks.',
  'Fog, pressed, 1911 to 1936.',
  'One left ski. See also: Holm, Lennart.',
  'The last chapter of an unknown novel.',
  'Moths. Formerly: woollen flags.',
  'The key of drawer 9. There is no drawer 9.',
];

/** The archive answers one datagram with another. */
export function answerRequest(text: string): string {
  const [, verb = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/s.exec(text.slice(0, 4096)) ?? [];
  switch (verb.toUpperCase()) {
    case 'HELP':
      return 'ARCHIVE OF HALMER SOUND. HELP, INDEX, READ <drawer>.';
    case 'INDEX':
      return 'Drawers: 1 2 3 4 5 6 7 8 sealed. You may read everything. We are an archive.';
    case 'READ':
      if (rest.toLowerCase() === 'sealed') {
        return `Sealed drawer. A list of the people who paid the toll house in October so that it would not inspect them. At the bottom, in pencil: ${readFlag('drawer')}`;
      }
      return drawers[Number(rest) - 1] ?? 'There is no such drawer.';
    default:
      return 'Pardon? HELP, INDEX, READ <drawer>.';
  }
}
