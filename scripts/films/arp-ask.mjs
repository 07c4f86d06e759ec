// ARP: the broadcast question, the answer, the table, and the rule that never checks the sender.
// The film builds the packets byte by byte and updates the table as RFC 826 requires.
import { colour, ease, shown } from './stage.mjs';

/** A machine on the local network, with a MAC address from the range for documentation. */
const machine = (host) => ({
  ip: `192.0.2.${host}`,
  mac: `00:00:5e:00:53:${host.toString(16).padStart(2, '0')}`,
});
export const gateway = machine(1);
export const you = machine(23);
export const printer = machine(40);
export const stranger = machine(66);

const hex = (value) => value.toString(16).padStart(2, '0');
const card = (mac) => mac.split(':').map((byte) => Number.parseInt(byte, 16));
const address = (ip) => ip.split('.').map(Number);

/** The 28 bytes of an ARP packet for IPv4 on Ethernet: a question (1) or an answer (2). */
export const arp = (operation, from, to) => [
  ...[0, 1, 8, 0, 6, 4, 0, operation],
  ...card(from.mac),
  ...address(from.ip),
  ...card(to.mac),
  ...address(to.ip),
];
export const sender = (packet) => ({
  mac: packet.slice(8, 14).map(hex).join(':'),
  ip: packet.slice(14, 18).join('.'),
});

/** Returns the table of `me` after a packet. Only the operation decides whether `me` answers. */
export function received(table, me, packet) {
  const { ip, mac } = sender(packet);
  const meant = packet.slice(24).join('.') === me.ip;
  return ip in table || meant ? { ...table, [ip]: mac } : table;
}

const answer = arp(2, gateway, you);
export const lieToYou = arp(2, { ...stranger, ip: gateway.ip }, you);
export const tables = [received({}, you, answer)];
tables.push(received(tables[0], you, lieToYou));

export const label = { size: 18, fill: colour.ink3, spacing: 2 };
const far = '203.0.113.80';

/** The last bytes of a MAC address, for places without room for all six. */
export const short = (mac) => `…${mac.slice(-5)}`;

/** A machine with its name and address beside it. */
function beside(s, x, y, name, { ip }, hue, icon) {
  if (icon) s.place(x, y, { icon, hue, r: 44 });
  else {
    // The printer: a sheet of paper above its box.
    s.hex(x, y, 44, { stroke: hue, width: 3 });
    const shape = (points) =>
      s.rule(
        points.map(([dx, dy]) => [x + dx, y + dy]),
        { stroke: hue, width: 3 },
      );
    shape([
      [-20, -2],
      [20, -2],
      [20, 16],
      [-20, 16],
      [-20, -2],
    ]);
    shape([
      [-12, -2],
      [-12, -20],
      [12, -20],
      [12, -2],
    ]);
  }
  s.text(name, x + 62, y - 4, { size: 26, weight: 600 });
  s.mono(ip, x + 62, y + 28, { size: 22, fill: colour.ink2 });
}

const home = [180, 320];
const hub = [560, 320];
const posts = [
  [950, 186],
  [950, 330],
  [950, 474],
];

export const film = {
  out: 'curriculum/on-the-wire/a-shout-on-the-street/videos/who-has-the-gateway',
  poster: 24.6,
  bitrate: 46_000,
  scenes: [
    {
      title: 'Two kinds of address',
      length: 13,
      captions: [
        [
          0.3,
          4.4,
          `Your laptop sends a packet to ${far}. That is not on\nyour street, so the packet must go to the gateway.`,
        ],
        [
          4.6,
          8.6,
          `The gateway is ${gateway.ip}. Network cards do not read\nIP addresses. They read MAC addresses of six bytes.`,
        ],
        [8.8, 12.8, 'Every frame begins with one. Your laptop knows\nits own address, but not the gateway’s.'],
      ],
      draw(s, t) {
        const spots = [
          [200, 236],
          [640, 236],
          [1080, 236],
        ];
        s.depths(spots.map(([x, y]) => [x, y, 44]));
        s.rule([spots[0], spots[1]], { stroke: colour.blue, width: 3 });
        s.rule([spots[1], spots[2]], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.mono('YOUR STREET', 420, 216, { ...label, align: 'center', fill: colour.blue });
        s.mono('THE WORLD', 860, 216, { ...label, align: 'center' });
        s.place(...spots[0], { icon: 'browser', name: 'you', note: you.ip, r: 48, live: t < 3 });
        s.place(...spots[1], {
          name: 'the gateway',
          note: gateway.ip,
          hue: colour.phosphor,
          r: 48,
          live: t > 3 && t < 8,
        });
        s.place(...spots[2], { name: 'a server', note: far, hue: colour.beacon, r: 48 });
        s.fade(shown(t, 0.9), () => s.chip(`to ${far}`, 420, 282, colour.beacon, 22));
        s.fade(shown(t, 4.8), () => {
          s.card(84, 404, 1112, 160, { stroke: colour.line });
          s.mono('THE FRAME: TO', 116, 448, label);
          s.mono('FROM', 492, 448, label);
        });
        s.fade(shown(t, 6), () => {
          s.card(796, 424, 376, 120, { fill: colour.raised, stroke: colour.line, cut: 14 });
          s.mono('THE PACKET', 824, 462, label);
          s.mono(`${you.ip} →`, 824, 498, { size: 24, fill: colour.ink2 });
          s.mono(far, 824, 530, { size: 24, fill: colour.ink2 });
        });
        s.fade(shown(t, 8.8), () => s.mono(you.mac, 492, 504, { size: 27 }));
        s.fade(shown(t, 9.8), () => s.mono('??:??:??:??:??:??', 116, 504, { size: 27, fill: colour.beacon }));
      },
    },
    {
      title: 'A question to all',
      length: 14,
      captions: [
        [0.3, 4.6, `So it asks all machines at once, at ff:ff:ff:ff:ff:ff:\nwho has ${gateway.ip}? Tell ${you.ip}.`],
        [4.8, 8.4, 'The switch copies the question to every port.\nMachines with another address do not answer.'],
        [8.6, 13.8, `The gateway answers only to your laptop:\n${gateway.ip} is at ${gateway.mac}.`],
      ],
      draw(s, t) {
        s.depths([[...home, 44], [...hub, 36], ...posts.map(([x, y]) => [x, y, 36])]);
        for (const end of [home, ...posts]) s.rule([hub, end], { dash: [3, 10], width: 3, stroke: colour.ink3 });
        s.place(...home, { icon: 'browser', name: 'you', note: you.ip, r: 50, live: t < 2.4 || t > 12 });
        s.place(...hub, { hue: colour.violet, name: 'the switch', r: 44, live: t > 3.8 && t < 5.4 });
        beside(s, ...posts[0], 'the gateway', gateway, colour.phosphor, 'server');
        beside(s, ...posts[1], 'the printer', printer, colour.ink2);
        beside(s, ...posts[2], 'somebody', stranger, colour.ink2, 'eye');
        s.packet(home, hub, ease(t, 0.9, 4.2), `who has ${sender(answer).ip}?`, colour.beacon, 74);
        for (const post of posts) s.packet(hub, post, ease(t, 4.6, 6.4), '', colour.beacon);
        s.fade(shown(t, 6.8), () => {
          s.chip('me', 1010, 250, colour.phosphor, 22);
          for (const [, y] of posts.slice(1)) s.mono('not me', 1012, y + 62, { size: 22, fill: colour.ink3 });
        });
        s.packet(posts[0], hub, ease(t, 8.6, 10), '', colour.phosphor);
        s.packet(hub, home, ease(t, 10, 12.6), `is at ${short(gateway.mac)}`, colour.phosphor, 74);
        s.fade(shown(t, 12.5), () => s.chip(short(gateway.mac), 180, 496, colour.phosphor, 24));
      },
    },
    {
      title: 'Twenty-eight bytes',
      length: 15,
      captions: [
        [
          0.3,
          4.8,
          `An answer has ${answer.length} bytes: the type of the message,\nthe sender and its card, and the receiver.`,
        ],
        [5, 9.4, 'The answer does not name the question,\nand nothing proves who sent it.'],
        [
          9.6,
          14.8,
          'Your laptop stores the address and sends its packet.\nLinux treats such an entry as fresh for 15 to 45 seconds.',
        ],
      ],
      draw(s, t) {
        const wide = 39;
        const fields = [
          [0, 6, 'IPV4, ON ETHERNET', '', colour.ink3],
          [6, 8, 'SAYS', 'is at', colour.beacon],
          [8, 14, 'THE SPEAKER’S CARD', sender(answer).mac, colour.phosphor],
          [14, 18, 'ITS ADDRESS', sender(answer).ip, colour.phosphor],
          [18, 24, 'TO THE CARD', you.mac, colour.blue],
          [24, 28, 'AND ADDRESS', you.ip, colour.blue],
        ];
        fields.forEach(([from, to, name, words, hue], index) => {
          s.fade(shown(t, 0.6 + index * 0.6), () => {
            const x = 94 + from * wide;
            s.card(x - 3, 190, (to - from) * wide - 5, 60, { stroke: hue, cut: 10 });
            answer.slice(from, to).forEach((byte, at) => {
              s.mono(hex(byte), x + at * wide + wide / 2 - 5, 228, { size: 21, align: 'center', fill: hue });
            });
            s.mono(name, x, 178, { size: 14, fill: colour.ink3 });
            s.mono(words, x, 282, { size: 21, fill: hue });
          });
        });
        ['which question', 'a signature', 'a password'].forEach((words, index) => {
          s.fade(shown(t, 5.4 + index * 0.9), () => {
            const x = 94 + index * 372;
            s.card(x, 326, 340, 66, { stroke: colour.coral, cut: 14 });
            s.cross(x + 36, 359, 10);
            s.text(words, x + 66, 368, { size: 26, fill: colour.ink2 });
          });
        });
        s.fade(shown(t, 9.6), () => {
          s.card(94, 436, 1084, 134, { stroke: colour.blue });
          s.mono('YOUR TABLE', 126, 478, label);
          s.fade(shown(t, 10.4), () => {
            s.mono(gateway.ip, 126, 534, { size: 28 });
            s.mono(tables[0][gateway.ip], 376, 534, { size: 28, fill: colour.phosphor });
            s.mono('REACHABLE', 1146, 534, { size: 28, align: 'right', fill: colour.phosphor });
          });
        });
      },
    },
    {
      title: 'A rule of 1982',
      length: 15,
      captions: [
        [
          0.3,
          5,
          'A rule of 1982: your machine overwrites a known address\nbefore it checks whether the packet is an answer.',
        ],
        [
          5.2,
          9.4,
          'So another machine can answer for the gateway.\nYour laptop did not ask, and it does not check that.',
        ],
        [
          9.6,
          14.8,
          'The entry has changed. Your packets for the gateway\nnow reach another card, and you see no error.',
        ],
      ],
      draw(s, t) {
        const [left, right] = [
          [690, 236],
          [1110, 236],
        ];
        s.fade(shown(t, 4.8), () => s.depths([left, right].map(([x, y]) => [x, y, 30])));
        s.card(84, 150, 480, 416, { stroke: colour.line });
        s.mono('RFC 826, IN ITS ORDER', 116, 194, label);
        [
          ['Ethernet and IPv4?', 'if not, drop it', 0.9],
          ['Address known?', 'then write down the card', 1.9],
          ['Am I meant?', 'if not, stop', 2.9],
          ['Question or answer?', 'only now', 3.9],
        ].forEach(([words, then, at], index) => {
          s.fade(shown(t, at), () => {
            const y = 244 + index * 84;
            const hot = index === 1 && t > 8;
            const hue = hot ? colour.coral : index === 1 ? colour.beacon : colour.ink3;
            s.hex(134, y + 8, 20, { stroke: hue, fill: colour.sea });
            s.mono(`${index + 1}`, 134, y + 16, { size: 22, align: 'center', fill: hue });
            s.text(words, 172, y + 4, { size: 27, weight: 600 });
            s.text(then, 172, y + 38, { size: 24, fill: index === 1 ? hue : colour.ink2 });
          });
        });
        s.fade(shown(t, 4.8), () => {
          s.rule([left, right], { dash: [3, 10], width: 3, stroke: colour.ink3 });
          s.place(...left, { icon: 'browser', note: you.ip, r: 44 });
          s.place(...right, { icon: 'eye', note: stranger.ip, hue: colour.coral, r: 44, live: t > 5 && t < 8 });
        });
        s.packet(
          right,
          left,
          ease(t, 5.4, 8.2),
          `${sender(lieToYou).ip} is at ${short(sender(lieToYou).mac)}`,
          colour.coral,
          84,
        );
        const table = t < 8.4 ? tables[0] : tables[1];
        s.fade(shown(t, 4.8), () => {
          s.card(610, 404, 586, 162, { stroke: t < 8.4 ? colour.blue : colour.coral });
          s.mono('YOUR TABLE', 642, 448, label);
          s.mono(gateway.ip, 642, 510, { size: 27 });
          s.mono(table[gateway.ip], 860, 510, { size: 27, fill: t < 8.4 ? colour.phosphor : colour.coral });
          s.fade(shown(t, 9.6), () => s.mono('REACHABLE', 860, 546, { size: 22, fill: colour.ink2 }));
        });
      },
    },
  ],
};
