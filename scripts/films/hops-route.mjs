// The longest match: the decision of one router, a path of four routers, a loop, and a false announcement.
// The tables on the screen make every decision, and each one reduces the time to live.
import { colour, ease, shown } from './stage.mjs';

const label = { size: 18, fill: colour.ink3, spacing: 2 };
const number = (address) => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
const bits = (address) => number(address).toString(2).padStart(32, '0');

/** Returns whether a prefix such as `203.0.113.0/24` contains an address. */
export function fits(prefix, address) {
  const [from, length] = prefix.split('/');
  return bits(address).startsWith(bits(from).slice(0, Number(length)));
}
const lengthOf = ([prefix]) => Number(prefix.split('/')[1]);

/** Returns the entry of a table that decides: the matching one with the longest prefix. */
export const route = (table, address) =>
  table.filter(([prefix]) => fits(prefix, address)).sort((a, b) => lengthOf(b) - lengthOf(a))[0];

const target = '203.0.113.80';
const first = [
  ['0.0.0.0/0', 'north'],
  ['203.0.113.0/24', 'east'],
  ['203.0.113.64/26', 'south'],
  ['203.0.113.128/25', 'west'],
];

const way = [
  {
    name: 'home',
    table: [
      ['192.0.2.0/24', 'here'],
      ['0.0.0.0/0', 'city'],
    ],
  },
  {
    name: 'city',
    table: [
      ['198.51.100.0/24', 'home'],
      ['0.0.0.0/0', 'coast'],
    ],
  },
  {
    name: 'coast',
    table: [
      ['203.0.113.0/24', 'harbour'],
      ['0.0.0.0/0', 'city'],
    ],
  },
  {
    name: 'harbour',
    table: [
      ['203.0.113.64/26', 'here'],
      ['0.0.0.0/0', 'coast'],
    ],
  },
];

/** Two routers that each consider the other the better next hop. */
const circle = {
  city: [['203.0.113.0/24', 'coast']],
  coast: [['203.0.113.0/24', 'city']],
};

// The table of a distant network before and after a false announcement.
const owner = 'AS64496';
const liar = 'AS64511';
const wide = ['198.18.0.0/22', owner];
const narrow = ['198.18.1.0/24', liar];
const victim = '198.18.1.80';
/** The statement that the owner signed: the network that may announce its addresses, and the longest prefix. */
const signed = { prefix: '198.18.0.0/22', most: 22, by: owner };
const isValid = ([prefix, by]) =>
  !fits(signed.prefix, prefix.split('/')[0]) || (by === signed.by && lengthOf([prefix]) <= signed.most);

export const film = {
  out: 'curriculum/on-the-wire/from-hop-to-hop/videos/the-longest-match',
  poster: 11.5,
  bitrate: 46_000,
  scenes: [
    {
      title: 'The longest match',
      length: 14,
      captions: [
        [0.3, 4.6, `A packet for ${target} arrives at a router.\nThe router has a table with four entries.`],
        [
          4.8,
          9.2,
          'An entry matches if the address begins with its bits.\nHere three entries match, with different next hops.',
        ],
        [
          9.4,
          13.8,
          'The longest prefix wins, because it is the most exact.\n0.0.0.0/0 always matches, and any other match beats it.',
        ],
      ],
      draw(s, t) {
        const best = route(first, target);
        const size = 23;
        const at = 470;
        s.mono('FOR', 84, 176, label);
        s.mono(target, 150, 178, { size: 27, fill: colour.beacon });
        s.mono(bits(target), at, 178, { size, fill: colour.beacon });
        first.forEach((line, index) => {
          const [prefix, to] = line;
          const y = 216 + index * 88;
          const length = lengthOf(line);
          const own = fits(prefix, target);
          const told = shown(t, 4.8 + index * 0.7);
          const won = line === best && t > 9.6;
          const hue = told < 0.5 ? colour.line : own ? (won ? colour.phosphor : colour.blue) : colour.coral;
          s.fade(shown(t, 1 + index * 0.6), () => {
            s.fade(t > 9.6 && !won ? 0.45 : 1, () => {
              s.card(72, y, 1126, 72, { stroke: hue, cut: 14, width: won ? 3 : 2 });
              s.mono(prefix, 98, y + 45, { size: 26 });
              s.pieces(
                [
                  [bits(prefix.split('/')[0]).slice(0, length), told < 0.5 ? colour.ink2 : hue],
                  ['·'.repeat(32 - length), colour.ink3],
                ],
                at,
                y + 45,
                size,
              );
              s.text(to, 1000, y + 45, { size: 26, weight: 600, fill: won ? colour.phosphor : colour.ink });
              s.fade(told, () => {
                if (own) s.tick(1152, y + 37, 28, hue);
                else s.cross(1152, y + 37, 12);
              });
            });
          });
        });
      },
    },
    {
      title: 'Each router decides',
      length: 15,
      captions: [
        [
          0.3,
          4.8,
          'Each router on the path does the same. Each knows\nits own neighbours, and none knows the whole path.',
        ],
        [5, 9.8, 'Each reduces the packet’s time to live by one,\nand finds the longest match in its own table.'],
        [10, 14.8, 'Most routers have one entry for all other addresses.\nIt points to a router nearer to the core.'],
      ],
      draw(s, t) {
        const spots = way.map((_, index) => [190 + index * 300, 236]);
        s.depths(spots.map(([x, y]) => [x, y, 38]));
        s.rule([spots[0], spots[3]], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        const leaves = (index) => 1.2 + index * 3.2;
        way.forEach(({ name, table }, index) => {
          const [x, y] = spots[index];
          const there = t > leaves(index) - 0.6;
          const best = route(table, target);
          s.place(x, y, {
            icon: 'server',
            name,
            hue: there ? colour.beacon : colour.blue,
            r: 46,
            live: there && t < leaves(index) + 1,
          });
          s.card(x - 136, 352, 272, 146, { stroke: there ? colour.beacon : colour.line, cut: 16 });
          table.forEach((line, row) => {
            const hot = there && line === best;
            s.mono(line[0], x - 114, 394 + row * 58, { size: 22, fill: hot ? colour.beacon : colour.ink2 });
            s.text(`→ ${line[1]}`, x - 114, 424 + row * 58, {
              size: 22,
              weight: 600,
              fill: hot ? colour.beacon : colour.ink3,
            });
          });
          s.fade(shown(t, leaves(index)), () => s.chip(`${64 - index - 1} left`, x, 546, colour.phosphor, 22));
        });
        for (const index of [0, 1, 2])
          s.packet(
            spots[index],
            spots[index + 1],
            ease(t, leaves(index) + 0.4, leaves(index) + 2.6),
            '',
            colour.beacon,
          );
      },
    },
    {
      title: 'A routing loop',
      length: 13,
      captions: [
        [0.3, 4.6, 'No router sees the whole network. So each of two\nrouters may think that the other is nearer.'],
        [
          4.8,
          8.6,
          'They send the packet back and forth. Without a limit,\nthis packet and each later one would do so for ever.',
        ],
        [8.8, 12.8, 'At zero the router drops the packet, and tells\nthe sender: time exceeded.'],
      ],
      draw(s, t) {
        const [sender, one, other] = [
          [200, 280],
          [640, 280],
          [1060, 280],
        ];
        s.depths([sender, one, other].map(([x, y]) => [x, y, 44]));
        s.rule([sender, other], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...sender, { icon: 'browser', name: 'you', r: 48 });
        s.place(...one, { name: 'city', hue: colour.violet, r: 48 });
        s.place(...other, { name: 'coast', hue: colour.violet, r: 48 });
        for (const [x, name] of [
          [one[0], 'city'],
          [other[0], 'coast'],
        ]) {
          const [prefix, to] = route(circle[name], target);
          s.card(x - 160, 420, 320, 66, { stroke: colour.line, cut: 14 });
          s.mono(`${prefix} → ${to}`, x, 462, { size: 22, align: 'center', fill: colour.ink2 });
        }
        // From the first router on, every crossing costs one.
        const start = 64;
        const begin = 2.2;
        const each = 0.4;
        s.packet(sender, one, ease(t, 0.8, begin), `${start}`, colour.beacon, 70);
        const crossing = Math.floor((t - begin) / each);
        const quick = 6.2;
        if (t >= begin && t < 8.6) {
          // After a few crossings that can be followed, many at once.
          const left =
            t < quick ? start - 1 - crossing : Math.max(0, Math.round((1 - ease(t, quick, 8.4)) * (start - 1 - 10)));
          const p = ((t - begin) / each) % 1;
          const [a, b] = crossing % 2 === 0 ? [one, other] : [other, one];
          s.packet(a, b, p, '', colour.beacon);
          s.chip(`${left} left`, 860, 196, left < 10 ? colour.coral : colour.beacon, 28);
        }
        s.fade(shown(t, 8.6), () => {
          // The first of the two makes 63 of 64, so the even numbers are the second's.
          s.cross(other[0] - 32, other[1] - 92, 16);
          s.chip('0', other[0] + 30, other[1] - 92, colour.coral, 28);
        });
        s.packet(other, one, ease(t, 9.2, 10.7), 'time exceeded', colour.coral, 74);
        s.packet(one, sender, ease(t, 10.7, 12.2), 'time exceeded', colour.coral, 74);
      },
    },
    {
      title: 'A more exact prefix',
      length: 16,
      captions: [
        [0.3, 5.2, `Providers announce their addresses to each other.\n${owner} announces: ${wide[0]} is mine.`],
        [
          5.4,
          10.4,
          `Then ${liar} announces ${narrow[0]}, a part of that range.\nIt is more exact, so all routers send packets to ${liar}.`,
        ],
        [
          10.6,
          15.8,
          'Today owners sign who may announce which prefixes.\nRouters that check this drop the false announcement.',
        ],
      ],
      draw(s, t) {
        const lines = t < 6.6 ? [wide] : t < 12.6 ? [wide, narrow] : [wide, narrow].filter(isValid);
        const [, chosen] = route(lines, victim);
        const [reader, good, bad] = [
          [284, 224],
          [960, 200],
          [960, 460],
        ];
        s.depths([reader, good, bad].map(([x, y]) => [x, y, 40]));
        s.rule([good, reader], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.fade(shown(t, 5.2), () => s.rule([bad, reader], { dash: [3, 10], width: 3, stroke: colour.ink3 }));
        s.place(...reader, { icon: 'server', name: 'somewhere', r: 46 });
        s.place(...good, { icon: 'server', hue: colour.phosphor, r: 46 });
        s.text('the owner', good[0] + 66, good[1] - 2, { size: 26, weight: 600 });
        s.mono(owner, good[0] + 66, good[1] + 30, { size: 22, fill: colour.ink2 });
        s.fade(shown(t, 5.2), () => {
          s.place(...bad, { icon: 'eye', hue: colour.coral, r: 46 });
          s.text('another', bad[0] + 66, bad[1] - 2, { size: 26, weight: 600 });
          s.mono(liar, bad[0] + 66, bad[1] + 30, { size: 22, fill: colour.ink2 });
        });
        s.packet(good, reader, ease(t, 1, 3.4), wide[0], colour.phosphor, 44);
        s.packet(bad, reader, ease(t, 5.6, 8), narrow[0], colour.coral, 44);
        s.card(84, 368, 400, 112, { stroke: colour.line, cut: 16 });
        [wide, narrow].forEach((line, row) => {
          const y = 412 + row * 44;
          const dropped = t > 12 && !isValid(line);
          s.fade(shown(t, row === 0 ? 3.2 : 7.8), () => {
            const hot = chosen === line[1];
            s.mono(line[0], 112, y, {
              size: 23,
              fill: hot ? (line === wide ? colour.phosphor : colour.coral) : colour.ink3,
            });
            s.mono(line[1], 456, y, { size: 23, align: 'right', fill: colour.ink3 });
            if (dropped)
              s.rule(
                [
                  [106, y - 8],
                  [462, y - 8],
                ],
                { stroke: colour.coral, width: 3 },
              );
          });
        });
        s.fade(shown(t, 10.8), () => {
          s.card(84, 496, 500, 92, { stroke: colour.phosphor, cut: 16 });
          s.mono('SIGNED BY THE OWNER', 112, 530, label);
          s.mono(`${signed.prefix}, not longer, ${signed.by}`, 112, 566, { size: 22, fill: colour.phosphor });
        });
        for (const at of [4, 8.6, 13.2]) {
          const to = at < 6.6 || at > 12.6 ? good : bad;
          s.packet(reader, to, ease(t, at, at + 1.5), victim, to === good ? colour.phosphor : colour.coral, 44);
        }
      },
    },
  ],
};
