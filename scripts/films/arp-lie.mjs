// ARP spoofing: an attacker on the local network reads the traffic, and a switch that compares addresses stops her.
// The film computes tables, frames and verdicts from the packets.
import { arp, gateway, label, lieToYou, printer, received, sender, short, stranger, tables, you } from './arp-ask.mjs';
import { colour, ease, shown } from './stage.mjs';

const lieToGateway = arp(2, { ...stranger, ip: you.ip }, gateway);
const truth = received({}, gateway, arp(1, you, { mac: '00:00:00:00:00:00', ip: gateway.ip }));
const yours = tables;
const theirs = [truth, received(truth, gateway, lieToGateway)];
const far = '203.0.113.80';

// The same packet in two frames. A machine that forwards a packet reduces its time to live by one.
const packet = `${you.ip} → ${far}`;
const hops = 64;
const frames = [
  { to: yours[1][gateway.ip], from: you.mac, hops },
  { to: gateway.mac, from: stranger.mac, hops: hops - 1 },
];

// The table that the switch learned from DHCP, and its verdict on each packet that arrives at port 7.
const leases = [
  [3, you],
  [5, printer],
  [7, stranger],
];
const passes = (port, { mac, ip }) => leases.some(([at, known]) => at === port && known.mac === mac && known.ip === ip);
const checks = [arp(2, stranger, you), lieToYou, lieToGateway].map((bytes) => ({
  ...sender(bytes),
  passed: passes(7, sender(bytes)),
}));

function table(s, x, title, ip, mac, hue) {
  s.card(x, 420, 400, 150, { stroke: hue });
  s.mono(title, x + 28, 460, label);
  s.mono(ip, x + 28, 504, { size: 25 });
  s.mono(mac, x + 28, 544, { size: 27, fill: hue });
}

const ends = [
  [190, 240],
  [640, 240],
  [1090, 240],
];
function line(s, live = true) {
  s.depths(ends.map(([x, y]) => [x, y, 36]));
  s.rule([ends[0], ends[2]], { dash: [3, 10], width: 3, stroke: colour.ink3 });
  s.place(...ends[0], { icon: 'browser', name: 'you', r: 46 });
  s.place(...ends[1], { icon: 'eye', hue: colour.coral, r: 46, live });
  s.place(...ends[2], { name: 'the gateway', hue: colour.phosphor, r: 46 });
}
function through(s, t, at, outward, words, hue, each = 1.7) {
  const [a, b] = outward ? [ends[0], ends[2]] : [ends[2], ends[0]];
  s.packet(a, ends[1], ease(t, at, at + each), words, hue, 74);
  s.packet(ends[1], b, ease(t, at + each, at + 2 * each), words, hue, 74);
}

export const film = {
  out: 'curriculum/on-the-wire/a-shout-on-the-street/videos/a-voice-for-two',
  poster: 21,
  bitrate: 43_000,
  scenes: [
    {
      title: 'Two lies',
      length: 14,
      captions: [
        [
          0.3,
          4.8,
          `An attacker on the same street tells your laptop:\n${gateway.ip} is at ${stranger.mac}. That is her own card.`,
        ],
        [5, 9.2, 'She tells the gateway the same about you.\nNeither of the two asked for it.'],
        [
          9.4,
          13.8,
          'An entry changes in both tables. She repeats the lie\nevery few seconds, so that the true entry stays out.',
        ],
      ],
      draw(s, t) {
        const low = [640, 346];
        s.depths([
          [...ends[0], 40],
          [...ends[2], 40],
          [...low, 40],
        ]);
        s.rule([ends[0], ends[2]], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.rule([[640, 240], low], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...ends[0], { icon: 'browser', name: 'you', note: you.ip, r: 46 });
        s.place(...ends[2], { name: 'the gateway', note: gateway.ip, hue: colour.phosphor, r: 46 });
        s.place(...low, {
          icon: 'eye',
          name: 'the attacker',
          note: stranger.ip,
          hue: colour.coral,
          r: 46,
          live: t > 0.8,
        });
        const corner = [640, 240];
        const lie = (bytes, at) => {
          const to = bytes === lieToYou ? ends[0] : ends[2];
          const words = `${sender(bytes).ip} is at ${short(sender(bytes).mac)}`;
          s.packet(corner, to, ease(t, at, at + 2.8), words, colour.coral, 74);
        };
        lie(lieToYou, 1.2);
        lie(lieToGateway, 5.2);
        s.packet(corner, ends[0], ease(t, 10, 12), '', colour.coral);
        s.packet(corner, ends[2], ease(t, 10, 12), '', colour.coral);
        const [first, second] = [t < 3.9 ? 0 : 1, t < 7.9 ? 0 : 1];
        const hues = [colour.phosphor, colour.coral];
        table(s, 84, 'YOUR TABLE', gateway.ip, yours[first][gateway.ip], hues[first]);
        table(s, 796, 'THE GATEWAY’S', you.ip, theirs[second][you.ip], hues[second]);
      },
    },
    {
      title: 'In the middle',
      length: 15,
      captions: [
        [0.3, 4.8, `Now she receives your packet to ${far}.\nShe forwards it, and returns the answer to you.`],
        [5, 9.6, 'The frame is new. The packet in it is still from you\nto the server, with one hop less to live.'],
        [
          9.8,
          14.8,
          'So everything works, one millisecond slower. If she\ndropped the packets, you would look for the fault.',
        ],
      ],
      draw(s, t) {
        line(s);
        through(s, t, 0.8, true, `to ${far}`, colour.beacon);
        through(s, t, 5.2, false, `to ${you.ip}`, colour.beacon);
        through(s, t, 10, true, '', colour.beacon, 1.1);
        through(s, t, 12.3, false, '', colour.beacon, 1.1);
        frames.forEach((frame, index) => {
          s.fade(shown(t, index === 0 ? 2 : 3.8), () => {
            const x = 84 + index * 572;
            s.card(x, 362, 540, 214, { stroke: colour.line });
            [
              ['CARD, TO', frame.to],
              ['CARD, FROM', frame.from],
            ].forEach(([name, value], row) => {
              s.mono(name, x + 28, 402 + row * 36, label);
              s.mono(value, x + 220, 402 + row * 36, { size: 25, fill: t > 5 ? colour.coral : colour.ink });
            });
            s.card(x + 14, 456, 512, 108, { fill: colour.raised, cut: 12 });
            s.mono(packet, x + 28, 500, { size: 27 });
            s.mono('HOPS LEFT', x + 28, 542, label);
            s.mono(`${frame.hops}`, x + 220, 543, { size: 27, fill: t > 5 ? colour.beacon : colour.ink });
          });
        });
      },
    },
    {
      title: 'The attacker reads along',
      length: 15,
      captions: [
        [
          0.3,
          5,
          'She can read and change everything that is not encrypted:\nplain DNS questions, and every page over HTTP.',
        ],
        [
          5.2,
          9.6,
          'TLS protects you. She usually learns the host name,\nand how much you send and when. The rest is noise.',
        ],
        [9.8, 14.8, 'She can pose as the server, with a certificate that\nshe made herself. Then the browser stops.'],
      ],
      draw(s, t) {
        line(s);
        through(s, t, 0.6, true, 'in the open', colour.coral, 1.5);
        through(s, t, 5.3, true, 'in TLS', colour.phosphor, 1.5);
        const notes = (x, w, title, hue, lines) => {
          s.card(x, 344, w, 232, { stroke: hue });
          s.mono(title, x + 28, 386, label);
          lines.forEach(([at, words, fill = colour.ink], index) => {
            s.fade(shown(t, at), () => s.mono(words, x + 28, 432 + index * 42, { size: 24, fill }));
          });
        };
        notes(84, 540, 'IN THE OPEN', colour.coral, [
          [1.8, 'clinic.example  A ?'],
          [2.4, 'POST http://printer.example/'],
          [3, 'user=mara&pin=4711', colour.coral],
          [3.8, 'and she may write, too', colour.coral],
        ]);
        s.fade(shown(t, 5), () =>
          notes(656, 540, 'IN TLS', colour.phosphor, [
            [6.4, 'host: clinic.example'],
            [7, '300 bytes, to 203.0.113.80', colour.ink2],
            [7.6, '3600 bytes, back', colour.ink2],
            [8.2, '8f 1c e0 47 b2 66 09 fa …', colour.ink3],
          ]),
        );
        s.packet(ends[1], ends[0], ease(t, 10, 12), 'I am clinic.example', colour.coral, 74);
        s.fade(shown(t, 11.9), () => {
          s.cross(340, 240, 16);
          s.chip('unknown signer', 400, 190, colour.coral, 22);
        });
      },
    },
    {
      title: 'A switch that compares',
      length: 15,
      captions: [
        [
          0.3,
          4.8,
          'A better switch watches DHCP and remembers for each\naddress the card and the port that received it.',
        ],
        [5, 9, 'Then it reads every ARP packet from these ports.\nIt forwards an honest packet from port 7.'],
        [
          9.2,
          14.8,
          'A lie does not match the table. The switch drops it and\nlogs the port, so the administrator can find the cable.',
        ],
      ],
      draw(s, t) {
        s.card(84, 150, 520, 420, { stroke: colour.violet });
        s.mono('THE SWITCH KNOWS', 116, 194, label);
        s.mono('PORT', 116, 240, { ...label, size: 16 });
        s.mono('ADDRESS AND CARD', 210, 240, { ...label, size: 16 });
        s.mono('1', 128, 286, { size: 27, fill: colour.ink2 });
        s.text('the gateway, trusted by hand', 210, 286, { size: 24, fill: colour.ink2 });
        leases.forEach(([port, { ip, mac }], index) => {
          s.fade(shown(t, 1 + index * 0.9), () => {
            const y = 346 + index * 76;
            const hot = port === 7 && t > 5.4;
            s.mono(`${port}`, 128, y + 12, { size: 27, fill: hot ? colour.beacon : colour.ink });
            s.mono(ip, 210, y, { size: 25, fill: hot ? colour.beacon : colour.ink });
            s.mono(mac, 210, y + 32, { size: 23, fill: hot ? colour.beacon : colour.ink2 });
          });
        });
        s.fade(shown(t, 5), () => s.mono('SAID AT PORT 7', 650, 194, label));
        checks.forEach(({ ip, mac, passed }, index) => {
          s.fade(shown(t, [5.4, 9.2, 11][index]), () => {
            const y = 214 + index * 122;
            const hue = passed ? colour.phosphor : colour.coral;
            s.card(650, y, 546, 102, { stroke: t > [6.6, 10, 11.8][index] ? hue : colour.line, cut: 16 });
            s.mono(`${ip} is at`, 680, y + 42, { size: 25 });
            s.mono(mac, 680, y + 78, { size: 25 });
            s.fade(shown(t, [6.4, 9.8, 11.6][index]), () => {
              if (passed) s.tick(1146, y + 52, 32, hue);
              else s.cross(1146, y + 52, 14);
              s.text(passed ? 'passes' : 'dropped', 1116, y + 61, { size: 25, weight: 600, align: 'right', fill: hue });
            });
          });
        });
      },
    },
  ],
};
