import { letIn, letOut } from './filter.ts';
import { type Packet, replyTo } from './packet.ts';
import { answerBoard, answerName, hidden, ledger, names, website } from './services.ts';
import { answerTcp, type Program } from './tcp.ts';

/** The visitor's own address, outside. */
export const YOU = '198.51.100.23';

interface Host {
  udp: Record<number, (datagram: string) => string>;
  tcp: Record<number, Program>;
}

const hosts: Record<string, Host> = {
  [names['gate.authority.example'] ?? '']: { udp: {}, tcp: {} },
  [names['www.authority.example'] ?? '']: { udp: {}, tcp: { 80: website } },
  [names['ns.authority.example'] ?? '']: { udp: { 53: answerName }, tcp: {} },
  [hidden.address]: { udp: { [hidden.board]: answerBoard }, tcp: { [hidden.ledger]: ledger } },
};

/** Sends one packet from outside. Returns the answer. */
export function send(packet: Packet): Packet[] {
  const host = Object.hasOwn(hosts, packet.to) ? hosts[packet.to] : undefined;
  if (!letIn(packet) || !host) return [];
  return answer(packet, host).map(letOut);
}

function answer(packet: Packet, host: Host): Packet[] {
  if (packet.proto === 'icmp') return [replyTo(packet, { payload: 'echo reply' })];
  if (packet.proto === 'tcp') return answerTcp(packet, host.tcp[packet.dport]);
  const program = host.udp[packet.dport];
  if (program) return [replyTo(packet, { payload: program(packet.payload) })];
  return [replyTo(packet, { proto: 'icmp', payload: `port unreachable (udp ${packet.dport})` })];
}

/** Traffic of the hosts inside in the morning: they resolve names, and fetch the tide tables. */
function morning(): void {
  const blank = { flags: '', seq: 0, ack: 0 };
  const errands = [
    { proto: 'udp', server: '203.0.113.53', port: 53, says: 'tides.varde.example?' },
    { proto: 'tcp', server: '203.0.113.21', port: 20, says: 'tides-october.txt, part 1' },
    { proto: 'tcp', server: '203.0.113.21', port: 20, says: 'tides-october.txt, part 2' },
    { proto: 'udp', server: '203.0.113.53', port: 53, says: 'goat-regulations.nordby.example?' },
  ] as const;
  errands.forEach(({ proto, server, port, says }, i) => {
    const client = i % 2 === 0 ? '192.0.2.10' : '192.0.2.53';
    const question: Packet = {
      ...blank,
      proto,
      from: client,
      sport: 40_110 + i,
      to: server,
      dport: port,
      payload: says,
    };
    letOut(question);
    letIn(replyTo(question, { payload: says, flags: proto === 'tcp' ? 'PA' : '' }));
  });
}
morning();
