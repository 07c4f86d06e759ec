// The repeating block: ECB applied to a text, a picture and a table. The film encrypts all of it with AES.
import { colour, ease, shown } from './stage.mjs';

const bytes = (text) => new TextEncoder().encode(text);
const toHex = (data, between = '') => Array.from(data, (value) => value.toString(16).padStart(2, '0')).join(between);
const block = 16;

const key = await crypto.subtle.importKey(
  'raw',
  Uint8Array.from({ length: block }, (_, at) => (at * 37 + 11) % 256),
  'AES-CBC',
  false,
  ['encrypt'],
);
const cbc = async (iv, data) => {
  // The browser adds a padding block, which the film does not use.
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, data);
  return new Uint8Array(encrypted).slice(0, data.length);
};

/** Encrypts with ECB: one block alone is CBC with an initialisation vector of zeros. Computes equal blocks once. */
async function ecb(data) {
  const out = new Uint8Array(data.length);
  const known = new Map();
  for (let at = 0; at < data.length; at += block) {
    const piece = data.slice(at, at + block);
    const name = toHex(piece);
    if (!known.has(name)) known.set(name, await cbc(new Uint8Array(block), piece));
    out.set(known.get(name), at);
  }
  return out;
}

/** Returns the number of different blocks. */
function kinds(data) {
  const found = new Set();
  for (let at = 0; at < data.length; at += block) found.add(toHex(data.slice(at, at + block)));
  return found.size;
}

const width = 128;
const height = 80;
/** Canvas pixels for each pixel of the picture. */
const zoom = 4;

/** The colour of a pixel: a lighthouse on a rock, a moon, the sea. */
function pixel(x, y) {
  const off = Math.abs(x - 59.5);
  if (y >= 10 && y < 15 && off < (y - 8.5) * 1.1) return [255, 122, 122];
  if (y >= 15 && y < 22 && off < 5) return [255, 194, 75];
  if (y >= 22 && y < 24 && off < 9) return [233, 239, 250];
  if (y >= 24 && y < 64 && off < 5.5 + (y - 24) * 0.09) {
    return Math.floor((y - 24) / 8) % 2 === 0 ? [233, 239, 250] : [255, 122, 122];
  }
  if (x > 64 && Math.abs(y - 18) < 1 + (x - 64) * 0.07) return [122, 110, 74];
  if ((x - 22) ** 2 + (y - 20) ** 2 < 80) return [233, 239, 250];
  if (y > 64 - 11 * Math.exp(-(((x - 60) / 20) ** 2)) + 2 * Math.sin(x / 5) && off < 32) return [52, 66, 96];
  return y >= 66 ? [24, 84, 128] : [20, 34, 70];
}

/** The picture as a bitmap with four bytes a pixel: red, green, blue and an empty one. */
const picture = new Uint8Array(width * height * 4);
for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) picture.set(pixel(x, y), (y * width + x) * 4);

const blocks = picture.length / block;
const inEcb = await ecb(picture);
const inCbc = await cbc(
  Uint8Array.from({ length: block }, (_, at) => (at * 91 + 5) % 256),
  picture,
);
const ecbKinds = kinds(inEcb);
const cbcKinds = kinds(inCbc);
const grouped = (value) => `${value}`.replace(/\B(?=(\d{3})+$)/g, ',');

const canvases = new Map();
/** A bitmap, enlarged; `part` of its rows are shown. */
function bitmap(s, data, x, y, part = 1) {
  if (!canvases.has(data)) {
    const canvas = new OffscreenCanvas(width, height);
    const pixels = new Uint8ClampedArray(data);
    for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
    canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
    canvases.set(data, canvas);
  }
  const { context } = s;
  const rows = Math.round(height * part);
  context.imageSmoothingEnabled = false;
  if (rows > 0) context.drawImage(canvases.get(data), 0, 0, width, rows, x, y, width * zoom, rows * zoom);
  s.rule(
    [
      [x, y],
      [x + width * zoom, y],
      [x + width * zoom, y + height * zoom],
      [x, y + height * zoom],
      [x, y],
    ],
    { stroke: colour.line },
  );
}

const lines = ['otto gets   40; ', 'otto gets   40; ', 'ines gets  900; '];
const encryptedLines = await ecb(bytes(lines.join('')));

const people = [
  ['mara', 'lantern42', 'the old lamp'],
  ['otto', 'lantern42', 'lamp + my berth'],
  ['ines', 'sunshine', 'weather'],
  ['tomas', 'lantern42', 'lantern'],
];
const records = await Promise.all(
  people.map(async ([name, password, hint]) => ({
    name,
    hint,
    stored: toHex(await ecb(bytes(password.padEnd(16, '\0')))),
  })),
);

export const film = {
  out: 'curriculum/behind-the-lock/the-repeating-block/videos/equal-blocks',
  poster: 25,
  bitrate: 38_000,
  scenes: [
    {
      title: 'Sixteen bytes at a time',
      length: 13,
      captions: [
        [0.3, 4.6, 'AES takes sixteen bytes and a key, and returns\nsixteen bytes that look random.'],
        [
          4.8,
          8.4,
          'A longer message is cut into blocks. The simplest mode\nencrypts each block alone. It is called ECB.',
        ],
        [8.6, 12.8, 'Equal blocks stay equal. Even without the key\nyou see that the first two have the same content.'],
      ],
      draw(s, t) {
        lines.forEach((words, index) => {
          const x = 84 + index * 380;
          const at = index === 0 ? 0.6 : 4.6 + (index - 1) * 0.8;
          const twin = index < 2 ? shown(t, 8.8) : 0;
          s.fade(shown(t, at), () => {
            s.card(x, 156, 352, 84, { stroke: colour.line, cut: 14 });
            [...words].forEach((letter, place) => {
              s.mono(letter, x + 28 + place * 19.6, 208, { size: 27, align: 'center' });
            });
          });
          s.fade(shown(t, at + 0.8), () => {
            s.rule(
              [
                [x + 176, 240],
                [x + 176, 414],
              ],
              { stroke: colour.ink3, progress: ease(t, at + 0.8, at + 1.8) },
            );
            s.chip('AES, key 0b30…', x + 176, 322, colour.violet, 24);
          });
          s.fade(shown(t, at + 1.8), () => {
            s.card(x, 414, 352, 128, { stroke: twin > 0.5 ? colour.coral : colour.violet, cut: 14 });
            for (const row of [0, 1]) {
              const from = index * block + row * 8;
              s.mono(toHex(encryptedLines.slice(from, from + 8), ' '), x + 176, 470 + row * 44, {
                size: 22,
                align: 'center',
                fill: twin > 0.5 ? colour.coral : colour.ink2,
              });
            }
          });
        });
        s.fade(shown(t, 9), () => s.chip('=', 450, 478, colour.coral, 28));
      },
    },
    {
      title: 'A picture, encrypted',
      length: 13,
      captions: [
        [0.3, 4.6, 'A bitmap with four bytes a pixel:\nfour pixels make one block.'],
        [4.8, 9, `${grouped(blocks)} blocks go through AES, one by one.\nNo pixel keeps its colour.`],
        [9.2, 12.8, 'And you still see the lighthouse: each repetition\nin the picture is also in the encrypted one.'],
      ],
      draw(s, t) {
        bitmap(s, picture, 84, 152);
        s.text('the picture', 84, 530, { size: 26, weight: 600 });
        s.fade(shown(t, 1.6, 4.6), () => {
          s.context.strokeStyle = colour.beacon;
          s.context.lineWidth = 2;
          s.context.strokeRect(84 + 56 * zoom, 152 + 34 * zoom, 4 * zoom, zoom);
          s.rule(
            [
              [84 + 58 * zoom, 152 + 34 * zoom],
              [430, 330],
            ],
            { stroke: colour.beacon },
          );
          s.chip('1 block', 500, 330, colour.beacon, 22);
        });
        s.fade(shown(t, 4), () => {
          bitmap(s, inEcb, 684, 152, ease(t, 4.6, 9));
          s.text('encrypted, with ECB', 684, 530, { size: 26, weight: 600, fill: colour.coral });
        });
      },
    },
    {
      title: 'CBC chains the blocks',
      length: 12.4,
      captions: [
        [
          0.3,
          4.8,
          'Other modes mix something into each block. CBC uses\nthe encrypted block before it, and a random start.',
        ],
        [4.8, 7.8, 'The same picture, the same key, the same AES.\nNow you see nothing of the lighthouse.'],
        [
          8,
          12.2,
          `You can count it, too: ECB gives ${ecbKinds} different blocks.\nWith CBC, all ${grouped(cbcKinds)} blocks are different.`,
        ],
      ],
      draw(s, t) {
        bitmap(s, inEcb, 84, 152);
        s.text('ECB', 84, 530, { size: 26, weight: 600, fill: colour.coral });
        s.fade(shown(t, 0.6), () => {
          bitmap(s, inCbc, 684, 152, ease(t, 1, 5));
          s.text('CBC', 684, 530, { size: 26, weight: 600, fill: colour.phosphor });
        });
        s.fade(shown(t, 8), () => {
          s.mono(`${ecbKinds} of ${grouped(blocks)} different`, 596, 530, {
            size: 24,
            align: 'right',
            fill: colour.coral,
          });
          s.mono(`${grouped(cbcKinds)} of ${grouped(blocks)} different`, 1196, 530, {
            size: 24,
            align: 'right',
            fill: colour.phosphor,
          });
        });
      },
    },
    {
      title: 'Not only pictures',
      length: 13.5,
      captions: [
        [0.3, 4.6, 'A table of passwords, encrypted instead of hashed.\nThree rows are the same.'],
        [4.8, 8.8, 'The password hints are not encrypted. One hint alone\nis not enough. All of them together are.'],
        [9, 13.3, 'In 2013, attackers stole about 150 million such rows.\nReaders guessed passwords without the key.'],
      ],
      draw(s, t) {
        s.card(84, 150, 1112, 330, { stroke: colour.violet });
        const head = { size: 18, fill: colour.ink3, spacing: 2 };
        s.mono('NAME', 124, 194, head);
        s.mono('PASSWORD, IN ECB', 284, 194, head);
        s.mono('HINT', 852, 194, head);
        records.forEach(({ name, hint, stored }, index) => {
          const twin = stored === records[0].stored ? shown(t, 2.4) : 0;
          const y = 252 + index * 60;
          s.fade(shown(t, 0.3 + index * 0.3), () => {
            s.fade(twin, () => s.card(104, y - 40, 1072, 54, { fill: '#2a1a2a', stroke: colour.coral, cut: 12 }));
            s.mono(name, 124, y, { size: 26 });
            s.mono(stored, 284, y, { size: 25, fill: twin > 0.5 ? colour.coral : colour.ink2 });
            s.fade(shown(t, 4.8 + index * 0.5), () => s.mono(hint, 852, y, { size: 26, fill: colour.beacon }));
          });
        });
        s.fade(shown(t, 7.4), () => s.chip('mara, otto, tomas: a lantern and a number', 640, 534, colour.coral, 26));
      },
    },
  ],
};
