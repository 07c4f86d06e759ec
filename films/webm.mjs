// A WebM file with one VP9 track, a duration, and cues, so that players can seek.
const bytes = (...numbers) => Buffer.from(numbers);

function uint(value, width) {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt(value));
  return out.subarray(8 - width);
}

function float(value) {
  const out = Buffer.alloc(8);
  out.writeDoubleBE(value);
  return out;
}

/** An EBML element: its id in hex, its size in four bytes, and what is in it. */
function element(id, ...content) {
  const body = Buffer.concat(content);
  const size = uint(body.length, 4);
  size[0] |= 0x10;
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

const name = (words) => Buffer.from(words);

/** @param frames of {time (ms), key, data}, in order, the first a key frame */
export function webm({ width, height, duration, frames }) {
  const groups = [];
  for (const frame of frames) {
    if (frame.key) groups.push([]);
    groups.at(-1).push(frame);
  }
  const clusters = groups.map((group) => {
    const [{ time: start }] = group;
    const blocks = group.map(({ time, key, data }) =>
      element('a3', bytes(0x81), uint(time - start, 2), bytes(key ? 0x80 : 0), data),
    );
    return { start, data: element('1f43b675', element('e7', uint(start, 4)), ...blocks) };
  });
  const info = element(
    '1549a966',
    element('2ad7b1', uint(1_000_000, 4)),
    element('4489', float(duration)),
    element('4d80', name('hexpedition')),
    element('5741', name('hexpedition')),
  );
  const video = element('e0', element('b0', uint(width, 2)), element('ba', uint(height, 2)));
  const tracks = element(
    '1654ae6b',
    element(
      'ae',
      element('d7', bytes(1)),
      element('73c5', bytes(1)),
      element('83', bytes(1)),
      element('9c', bytes(0)),
      element('86', name('V_VP9')),
      video,
    ),
  );
  // All numbers have a fixed width, so the sizes are known before the positions are.
  const cuesAt = (first) => {
    let at = first;
    const points = clusters.map(({ start, data }) => {
      const point = element(
        'bb',
        element('b3', uint(start, 4)),
        element('b7', element('f7', bytes(1)), element('f1', uint(at, 8))),
      );
      at += data.length;
      return point;
    });
    return element('1c53bb6b', ...points);
  };
  const seek = (id, at) => element('4dbb', element('53ab', Buffer.from(id, 'hex')), element('53ac', uint(at, 8)));
  const head = (a, b, c) => element('114d9b74', seek('1549a966', a), seek('1654ae6b', b), seek('1c53bb6b', c));
  const start = head(0, 0, 0).length;
  const cuesStart = start + info.length + tracks.length;
  const cues = cuesAt(cuesStart + cuesAt(0).length);
  return Buffer.concat([
    element(
      '1a45dfa3',
      element('4286', bytes(1)),
      element('42f7', bytes(1)),
      element('42f2', bytes(4)),
      element('42f3', bytes(8)),
      element('4282', name('webm')),
      element('4287', bytes(4)),
      element('4285', bytes(2)),
    ),
    element(
      '18538067',
      head(start, start + info.length, cuesStart),
      info,
      tracks,
      cues,
      ...clusters.map(({ data }) => data),
    ),
  ]);
}
