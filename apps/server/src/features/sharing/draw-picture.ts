import { join } from 'node:path';
import { projectRoot } from '#platform/paths';
import { loadSharp } from '#platform/sharp';
import { type Chart, drawChart, frameOf } from './chart.ts';
import type { Subject } from './sharing.read-model.ts';

interface Words {
  text: string;
  size: number;
  colour: string;
  face: keyof typeof faces;
  width: number;
  spacing?: number;
}

const left = 64;
/** The library reads TrueType alone. The comma tells it that the weight is a part of the name. */
const faces = {
  strong: { font: 'Chakra Petch SemiBold,', file: 'chakra-petch-600.ttf' },
  plain: { font: 'Chakra Petch Medium,', file: 'chakra-petch-500.ttf' },
} as const;
const folder = join(projectRoot, 'apps/server/src/features/sharing/fonts');

/** Draws what others show of a page when its address is pasted somewhere: a PNG of 1200 by 630 pixels. */
export async function drawPicture(subject: Subject, chart: Chart): Promise<Buffer> {
  const sharp = await loadSharp();
  const lit = subject.ref === null ? undefined : chart.places.get(subject.ref);
  const frame = { ...frameOf(chart, subject.ref), veil: [430, 760] as const };
  const { width, height } = frame;
  const pixels = await drawChart(chart, frame, lit);

  const drawWords = async ({ text, size, colour, face, width: room, spacing = 0 }: Words) => {
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
  // One after the other: each is short, and the server has others to answer.
  const brand = await drawWords({
    text: 'HEXPEDITION',
    size: 26,
    colour: '#e9effa',
    face: 'strong',
    width: 500,
    spacing: 3,
  });
  const label = await drawWords({
    text: subject.label.toUpperCase(),
    size: 24,
    colour: '#ffc24b',
    face: 'strong',
    width: 640,
    spacing: 2,
  });
  const name = await drawWords({ text: subject.name, size: nameSize, colour: '#e9effa', face: 'strong', width: 640 });
  const text = await drawWords({
    text: shorten(subject.text, 130),
    size: 30,
    colour: '#a3b5d3',
    face: 'plain',
    width: 560,
  });
  const facts = await drawWords({
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
          left,
          top: row,
        })),
    )
    .png({ compressionLevel: 9 })
    .toBuffer();
}

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Whole words, so that at most `most` characters are left. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s,;:.–-]+$/, '')} …`;
}
