import { join } from 'node:path';
import { projectRoot } from '#platform/paths';
import { loadSharp } from '#platform/sharp';
import { drawShareMap, frameOf, type ShareMap } from './share-map.ts';
import type { Subject } from './sharing.read-model.ts';

interface TextBlock {
  text: string;
  size: number;
  colour: string;
  face: keyof typeof faces;
  width: number;
  spacing?: number;
}

const marginLeft = 64;
/** The library reads only TrueType fonts. The comma makes the weight a part of the family name. */
const faces = {
  strong: { font: 'Chakra Petch SemiBold,', file: 'chakra-petch-600.ttf' },
  plain: { font: 'Chakra Petch Medium,', file: 'chakra-petch-500.ttf' },
} as const;
const folder = join(projectRoot, 'apps/server/src/features/sharing/fonts');

/** Draws the share picture of a page: a PNG of 1200 by 630 pixels. */
export async function drawSharePicture(subject: Subject, map: ShareMap): Promise<Buffer> {
  const sharp = await loadSharp();
  const highlighted = subject.ref === null ? undefined : map.places.get(subject.ref);
  const frame = { ...frameOf(map, subject.ref), fade: [430, 760] as const };
  const { width, height } = frame;
  const pixels = await drawShareMap(map, frame, highlighted);

  const drawText = async ({ text, size, colour, face, width: room, spacing = 0 }: TextBlock) => {
    const markup = `<span foreground="${colour}" letter_spacing="${spacing * 1024}">${escapeMarkup(text)}</span>`;
    const { font, file } = faces[face];
    return sharp({
      text: {
        text: markup,
        font: `${font} ${size}`,
        fontfile: join(folder, file),
        width: room,
        wrap: 'word',
        dpi: 72,
        rgba: true,
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true });
  };
  const nameSize = subject.name.length > 34 ? 54 : subject.name.length > 16 ? 66 : 80;
  // CachedPicture serially: each part is short, and other requests can run in between.
  const brand = await drawText({
    text: 'HEXPEDITION',
    size: 26,
    colour: '#e9effa',
    face: 'strong',
    width: 500,
    spacing: 3,
  });
  const label = await drawText({
    text: subject.label.toUpperCase(),
    size: 24,
    colour: '#ffc24b',
    face: 'strong',
    width: 640,
    spacing: 2,
  });
  const name = await drawText({ text: subject.name, size: nameSize, colour: '#e9effa', face: 'strong', width: 640 });
  const text = await drawText({
    text: shorten(subject.text, 130),
    size: 30,
    colour: '#a3b5d3',
    face: 'plain',
    width: 560,
  });
  const facts = await drawText({
    text: subject.facts.join('  ·  '),
    size: 24,
    colour: '#8094b8',
    face: 'plain',
    width: 640,
  });

  const block = label.info.height + 34 + name.info.height + 36 + text.info.height;
  const top = Math.max(120, Math.round((height - block) / 2) + 8);
  const rows = [
    { words: brand, top: 52 },
    { words: label, top },
    { words: name, top: top + label.info.height + 34 },
    { words: text, top: top + label.info.height + 34 + name.info.height + 36 },
    { words: facts, top: height - 52 - facts.info.height },
  ];
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .composite(
      rows
        .filter(({ words, top: row }) => row + words.info.height <= height)
        .map(({ words: { data, info }, top: row }) => ({
          input: data,
          raw: { width: info.width, height: info.height, channels: info.channels as 4 },
          left: marginLeft,
          top: row,
        })),
    )
    .png({ compressionLevel: 9 })
    .toBuffer();
}

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Shortens a text to at maxLength `maxLength` characters, at a word boundary. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s,;:.–-]+$/, '')} …`;
}
