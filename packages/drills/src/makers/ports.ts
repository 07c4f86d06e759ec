import type { Drill } from '../drill.ts';
import { inOrder, normalizeExact, normalizeWords } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

const customary = [21, 22, 25, 53, 80, 443, 631, 3306, 4000, 5432, 6379, 8000, 8080, 8443, 9000, 11211, 27017];

/** The scanned machine, with one network card for the quay and one for the tunnel. */
const QUAY = '203.0.113.80';
const TUNNEL = '10.8.0.1';

const addresses = [
  { text: '0.0.0.0', isOpen: true, reason: 'every address of the machine' },
  { text: '*', isOpen: true, reason: 'every address of the machine' },
  { text: QUAY, isOpen: true, reason: 'exactly the requested address' },
  { text: '127.0.0.1', isOpen: false, reason: 'the machine itself only' },
  { text: '127.0.0.53', isOpen: false, reason: 'also loopback, like every address that begins with 127' },
  { text: '[::1]', isOpen: false, reason: 'the loopback of IPv6' },
  { text: TUNNEL, isOpen: false, reason: 'an address of another network' },
] as const;
const [, , quay, local, , local6, tunnel] = addresses;

type State = 'open' | 'closed' | 'filtered';

/** Returns the `tcpdump` output for one port of a SYN scan, shortened, with the time of each line in milliseconds. */
function conversation(random: Random, port: number, state: State): [time: number, text: string][] {
  const [own, seq, theirs] = [random.int(33_000, 60_000), random.int(1e8, 4e9), random.int(1e8, 4e9)];
  const [out, back] = [`192.168.20.14.${own} > ${QUAY}.${port}`, `${QUAY}.${port} > 192.168.20.14.${own}`];
  const start = random.int(0, 400);
  const syn: [number, string] = [start, `${out}: Flags [S], seq ${seq}`];
  if (state === 'open') {
    const rest: [number, string][] = [
      [start + 1, `${back}: Flags [S.], seq ${theirs}, ack ${seq + 1}`],
      [start + 2, `${out}: Flags [R], seq ${seq + 1}`],
    ];
    return [syn, ...rest];
  }
  if (state === 'closed') return [syn, [start + 1, `${back}: Flags [R.], seq 0, ack ${seq + 1}`]];
  // A scanner repeats a probe without an answer from another port. A firewall rule may also answer with ICMP.
  const again = out.replace(`.${own} >`, `.${own + 1} >`);
  return random.pick<[number, string][]>([
    [syn, [start + 1_100, `${again}: Flags [S], seq ${seq + 65_537}`]],
    [syn, [start + 1, `${QUAY} > 192.168.20.14: ICMP ${QUAY} tcp port ${port} unreachable`]],
  ]);
}

const reason: Record<State, string> = {
  open: "`[S.]`, SYN and ACK, came back. The `[R]` after it is the scanner's own",
  closed: '`[R.]` came back from the port itself',
  filtered: 'nothing came back, or an ICMP message',
};

/** Normalizes each state to one letter, from a letter or from a word. */
const normalizeStates = (text: string): string =>
  normalizeExact(text)
    .toLowerCase()
    .replace(/open/g, 'o')
    .replace(/closed/g, 'c')
    .replace(/filtered/g, 'f')
    .replace(/[\s,;]+/g, '');

export const portDrills = {
  'ports-reachable': {
    form: 'the port numbers, separated by spaces, or none',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeWords,
    make: (random) => {
      const ports = random.some([...customary, random.int(20_000, 30_000)], 7);
      const rows: { port: number; at: (typeof addresses)[number] }[] = ports.map((port) => ({
        ...{ port, at: random.pick(addresses) },
      }));
      // A program often listens on two addresses, and one of the two is sufficient.
      const [own, second] = random.pick([
        [quay, local],
        [tunnel, local],
        [local, local6],
      ] as const);
      const both = ports[0] ?? 0;
      rows.splice(0, 1, { port: both, at: own }, { port: both, at: second });
      const open = rows.filter(({ at }) => at.isOpen);
      const listed = random
        .some(rows, rows.length)
        .map(
          ({ port, at }) =>
            `LISTEN  ${`${at.text}:${port}`.padStart(20)}  ${at.text.startsWith('[') ? '[::]:*' : at.text === '*' ? '*:*' : '0.0.0.0:*'}`,
        );
      const reasons = [...new Set(rows.map(({ at }) => `${at.text} is ${at.reason}`))];
      return {
        given: [
          { label: 'ss -tln, without two columns', text: ['State     Local Address:Port  Peer', ...listed].join('\n') },
          { label: 'Addresses of this machine', text: `127.0.0.1, ::1, ${QUAY} (quay), ${TUNNEL} (tunnel)` },
          { label: 'A connection arrives', text: `at ${QUAY}, from 198.51.100.23; no firewall is in between` },
        ],
        answer: open.length ? inOrder(open.map(({ port }) => String(port))) : 'none',
        solution: [
          `Port by port, the local address decides which connections a program accepts: ${reasons.join('; ')}.`,
          `Lines that accept connections to ${QUAY}: ${open.map(({ port, at }) => `${at.text}:${port}`).join(', ') || 'none'}. If a port is listed twice, one such line is enough.`,
        ],
      };
    },
  },
  'scan-states': {
    form: 'o, c or f for each port, in ascending order, such as ofcco',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeStates,
    make: (random) => {
      const first = random.int(80, 89) * 100;
      const ports = Array.from({ length: 6 }, (_, i) => first + i);
      const states = ports.map(() => random.pick<State>(['open', 'closed', 'filtered']));
      const lines = ports.flatMap((port, i) => conversation(random, port, states[i] as State));
      const text = lines
        .sort(([one], [other]) => one - other)
        .map(([, line]) => line)
        .join('\n');
      const which = (state: State): string => ports.filter((_, i) => states[i] === state).join(', ') || 'none';
      return {
        given: [
          { label: 'tcpdump output, shortened', text },
          { label: 'Ports', text: ports.join(' ') },
          { label: 'Letters', text: 'o open, c closed, f filtered' },
        ],
        answer: states.map((state) => state[0]).join(''),
        solution: [
          `Open: ${reason.open}. Here: ${which('open')}.`,
          `Closed: ${reason.closed}. Here: ${which('closed')}.`,
          `Filtered: ${reason.filtered}. Here: ${which('filtered')}.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
