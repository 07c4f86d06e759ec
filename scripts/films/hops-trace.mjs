// A list of strangers: how traceroute makes routers answer, and how to read the times that it prints.
// The film computes the lines from the delays of the links and of the routers' answers.
import { colour, ease, shown } from './stage.mjs';

const label = { size: 18, fill: colour.ink3, spacing: 2 };
const target = '203.0.113.80';

/** The routers on the path: delay of the link to each in one direction, and the time until it answers, in ms. */
const way = [
  { ip: '192.0.2.1', link: 0.4, thinks: 0.1 },
  { ip: '198.51.100.1', link: 3.2, thinks: 0.2 },
  { ip: '198.51.100.9', link: 1.1, thinks: 71 },
  { ip: null, link: 2, thinks: 0 },
  { ip: target, link: 1.2, thinks: 0.1 },
];
/** Returns the milliseconds until hop `index` answers: the links in both directions, and the delay of that router. */
const heard = (index) => 2 * way.slice(0, index + 1).reduce((sum, { link }) => sum + link, 0) + way[index].thinks;
const PORT = 33_434;

/** Draws a line of the list. */
const line = (index) => {
  const { ip } = way[index];
  return [`${index + 1}`, ip ?? '*', ip ? `${heard(index).toFixed(1)} ms` : ''];
};

function list(s, x, y, w, count, { hot = -1, at = () => 1 } = {}) {
  s.card(x, y, w, 62 + way.length * 46, { stroke: colour.line });
  s.mono(`TRACEROUTE TO ${target}`, x + 28, y + 40, { ...label, size: 16 });
  for (let index = 0; index < count; index += 1) {
    s.fade(at(index), () => {
      const [hop, ip, time] = line(index);
      const fill = index === hot ? colour.coral : way[index].ip ? colour.ink : colour.ink3;
      const row = y + 88 + index * 46;
      s.mono(hop, x + 28, row, { size: 26, fill: colour.ink3 });
      s.mono(ip, x + 76, row, { size: 26, fill });
      s.mono(time, x + w - 28, row, { size: 26, align: 'right', fill });
    });
  }
}

const spots = [
  [140, 220],
  [400, 220],
  [640, 220],
  [880, 220],
  [1130, 220],
];
function chain(s, live = -1) {
  s.depths(spots.map(([x, y]) => [x, y, 30]));
  s.rule([spots[0], spots[4]], { dash: [3, 10], width: 3, stroke: colour.ink3 });
  spots.forEach(([x, y], index) => {
    const [icon, hue] =
      index === 0 ? ['browser', colour.blue] : index === 4 ? ['server', colour.beacon] : ['server', colour.violet];
    s.place(x, y, { icon, hue, r: 42, live: index === live });
    s.text(['you', '1', '2', '3', target][index], x, y + 76, {
      align: 'center',
      size: index === 4 ? 22 : 26,
      weight: 600,
      fill: index === 0 || index === 4 ? colour.ink : colour.ink2,
    });
  });
}

export const film = {
  out: 'curriculum/on-the-wire/from-hop-to-hop/videos/a-list-of-strangers',
  poster: 22,
  bitrate: 46_000,
  scenes: [
    {
      title: 'A limit of hops',
      length: 15,
      captions: [
        [
          0.3,
          4.8,
          'A packet that may live for one hop dies at the first\nrouter. The router reports this, so you learn its address.',
        ],
        [
          5,
          9.6,
          'The next packet may live for two hops, and so on.\nEach dead packet gives you the address of a stranger.',
        ],
        [
          9.8,
          14.8,
          `The last packet arrives. Its port ${PORT + 3} is closed,\nand the error message from the target ends the list.`,
        ],
      ],
      draw(s, t) {
        const probes = [1, 2, 3, 4].map((life, index) => ({ life, at: [0.8, 4.6, 7.4, 10.2][index] }));
        chain(s, probes.findLast(({ at, life }) => t > at + life * 0.5)?.life ?? -1);
        for (const { life, at } of probes) {
          const quick = 0.5;
          for (let hop = 0; hop < life; hop += 1) {
            const leaves = at + hop * quick;
            s.packet(spots[hop], spots[hop + 1], ease(t, leaves, leaves + quick), `${life - hop}`, colour.beacon, 66);
          }
          const back = at + life * quick + 0.1;
          const hue = life < 4 ? colour.coral : colour.phosphor;
          s.packet(
            spots[life],
            spots[0],
            ease(t, back, back + 1.7),
            life < 4 ? 'time exceeded' : 'port unreachable',
            hue,
            66,
          );
          const y = 356 + (life - 1) * 54;
          s.fade(shown(t, back + 1.4), () => {
            s.card(72, y, 1126, 46, { stroke: hue, cut: 12 });
            s.mono(`may live for ${life}`, 98, y + 32, { size: 22, fill: colour.ink2 });
            s.mono(`port ${PORT + life - 1}`, 400, y + 32, { size: 22, fill: colour.ink2 });
            s.mono(life < 4 ? 'time exceeded' : 'port unreachable', 640, y + 32, { size: 22, fill: hue });
            s.mono(life < 4 ? way[life - 1].ip : target, 1172, y + 32, { size: 22, align: 'right', fill: colour.ink });
          });
        }
      },
    },
    {
      title: 'Stars and a slow line',
      length: 15,
      captions: [
        [0.3, 4.8, 'A real list has gaps. This router sends few reports\nor none. It still forwards packets.'],
        [
          5,
          9.6,
          `And this one took ${heard(2).toFixed(0)} milliseconds. Is the path slow\nthere? Look at the line of the target.`,
        ],
        [
          9.8,
          14.8,
          'It forwards packets in hardware, at once. For a report\nit needs its processor, with the lowest priority.',
        ],
      ],
      draw(s, t) {
        list(s, 84, 160, 620, way.length, {
          hot: t > 5 ? 2 : -1,
          at: (index) => shown(t, 0.4 + index * 0.7),
        });
        s.fade(shown(t, 3.6, 5.2), () => s.chip('no answer in time', 520, 380, colour.ink2, 22));
        s.fade(shown(t, 5.4), () => {
          s.card(740, 160, 456, 292, { stroke: colour.line });
          s.mono('ROUTER 3', 772, 202, label);
          const bar = (at, y, words, part, time, hue) =>
            s.fade(shown(t, at), () => {
              s.text(words, 772, y, { size: 25, weight: 600 });
              s.card(772, y + 16, 392, 26, { fill: colour.sea, cut: 8 });
              s.card(772, y + 16, Math.max(14, 392 * part * ease(t, at + 0.3, at + 1.6)), 26, {
                fill: hue,
                stroke: hue,
                cut: 8,
              });
              s.mono(time, 1164, y, { size: 24, align: 'right', fill: hue });
            });
          bar(9.8, 260, 'passes a packet on', 0.01, '0.0 ms', colour.phosphor);
          bar(11.2, 360, 'writes an apology', 0.95, `${way[2].thinks} ms`, colour.coral);
        });
        s.fade(shown(t, 7.4), () => {
          s.card(84, 500, 1112, 74, { stroke: colour.phosphor, cut: 16 });
          s.text(
            `The target answers in ${heard(4).toFixed(1)} ms, and every packet to it went through router 3.`,
            116,
            546,
            {
              size: 26,
              weight: 600,
            },
          );
        });
      },
    },
    {
      title: 'Only one direction',
      length: 14,
      captions: [
        [
          0.3,
          4.6,
          'A time is for both directions. The list shows only\nthe path to the target. Answers may take another one.',
        ],
        [4.8, 9.2, 'A jam on the way back slows every answer that passes\nthrough it, and no line shows where it is.'],
        [
          9.4,
          13.8,
          'So get a list from the other side, too. Many networks\noffer this on a page called looking glass.',
        ],
      ],
      draw(s, t) {
        const [you, server] = [
          [190, 330],
          [1090, 330],
        ];
        const there = [you, [420, 220], [640, 196], [860, 220], server];
        const back = [server, [860, 446], [640, 476], [420, 446], you];
        s.depths([...there, ...back].map(([x, y]) => [x, y, 22]));
        s.rule(there, { dash: [3, 10], width: 3, stroke: colour.blue });
        s.rule(back, { dash: [3, 10], width: 3, stroke: t > 4.6 ? colour.coral : colour.ink3 });
        for (const [x, y] of there.slice(1, 4)) s.place(x, y, { hue: colour.blue, r: 36 });
        for (const [x, y] of back.slice(1, 4)) {
          const jam = x === 640 && t > 5;
          s.place(x, y, { hue: jam ? colour.coral : colour.ink3, r: 36, live: jam });
        }
        s.place(...you, { icon: 'browser', name: 'you', r: 46 });
        s.place(...server, { name: 'the server', hue: colour.beacon, r: 46 });
        s.mono('IN YOUR LIST', 640, 268, { ...label, align: 'center' });
        s.mono('NOT IN IT', 640, 404, { ...label, align: 'center', fill: t > 4.6 ? colour.coral : colour.ink3 });
        const tour = (points, begin, each, hue) =>
          points.slice(1).forEach((to, index) => {
            const slow = hue === colour.coral && index >= 1 ? 2 : 1;
            const at = begin + index * each * (index > 1 && hue === colour.coral ? 1.7 : 1);
            s.packet(points[index], to, ease(t, at, at + each * slow), '', hue);
          });
        tour(there, 0.6, 0.5, colour.blue);
        tour(back, 2.7, 0.5, colour.beacon);
        tour(there, 5, 0.45, colour.blue);
        tour(back, 6.8, 0.6, colour.coral);
        s.fade(shown(t, 9.6), () => s.chip('their list, to you', 1040, 500, colour.phosphor, 22));
        tour(back, 10.6, 0.6, colour.phosphor);
      },
    },
    {
      title: 'A link that does not exist',
      length: 14,
      captions: [
        [0.3, 4.6, 'Busy sections have several parallel paths, and\nrouters spread the packets over them.'],
        [
          4.8,
          9.2,
          'They choose by address and port. Each of your probes has\nanother port, so two lines may show two paths.',
        ],
        [
          9.4,
          13.8,
          'Then the list shows a link from A to D that does not\nexist. Newer programs always use the same port.',
        ],
      ],
      draw(s, t) {
        const begin = [250, 270];
        const end = [1030, 270];
        const grid = { A: [510, 180], B: [770, 180], C: [510, 360], D: [770, 360] };
        s.depths([begin, end, ...Object.values(grid)].map(([x, y]) => [x, y, 30]));
        for (const path of [
          [begin, grid.A, grid.B, end],
          [begin, grid.C, grid.D, end],
        ])
          s.rule(path, { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...begin, { hue: colour.violet, r: 42 });
        s.place(...end, { hue: colour.violet, r: 42 });
        s.text('shares out', begin[0], begin[1] + 78, { size: 24, weight: 600, align: 'center' });
        for (const [name, [x, y]] of Object.entries(grid)) {
          const found = (name === 'A' && t > 6) || (name === 'D' && t > 8);
          s.hex(x, y, 40, { stroke: found ? colour.beacon : colour.blue, width: 3 });
          s.text(name, x, y + 11, { size: 32, weight: 600, align: 'center', fill: found ? colour.beacon : colour.ink });
        }
        // Each router has its own rule for the path of a port. This one sorts by even and odd.
        const route = (port) => (port % 2 === 0 ? ['A', 'B'] : ['C', 'D']);
        const probe = (port, life, at, hue) => {
          const stops = [begin, ...route(port).map((name) => grid[name])].slice(0, life + 1);
          stops.slice(1).forEach((to, index) => {
            s.packet(
              stops[index],
              to,
              ease(t, at + index * 0.6, at + 0.6 + index * 0.6),
              index === 0 ? `${port}` : '',
              hue,
              50,
            );
          });
        };
        probe(PORT, 2, 1, colour.blue);
        probe(PORT + 1, 2, 2.4, colour.blue);
        probe(PORT, 1, 5.2, colour.beacon);
        probe(PORT + 1, 2, 6.8, colour.beacon);
        s.fade(shown(t, 6), () => {
          s.card(72, 452, 540, 126, { stroke: colour.line, cut: 16 });
          s.mono('THE LIST', 100, 488, label);
          s.mono(`2  ${route(PORT)[0]}   port ${PORT}`, 100, 524, { size: 24 });
          s.fade(shown(t, 8.2), () => s.mono(`3  ${route(PORT + 1)[1]}   port ${PORT + 1}`, 100, 560, { size: 24 }));
        });
        s.fade(shown(t, 9.4), () => {
          s.rule([grid.A, grid.D], { dash: [10, 8], width: 4, stroke: colour.coral });
          s.cross(640, 270, 16);
          s.card(656, 452, 540, 126, { stroke: colour.phosphor, cut: 16 });
          s.mono('WITH ONE PORT', 684, 488, label);
          route(PORT).forEach((name, index) => {
            s.mono(`${index + 2}  ${name}   port ${PORT}`, 684, 524 + index * 36, { size: 24, fill: colour.phosphor });
          });
        });
      },
    },
  ],
};
