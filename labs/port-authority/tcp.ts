import { randomInt } from 'node:crypto';
import { type Packet, replyTo, size, wrap } from './packet.ts';

/** A program behind a TCP port: a greeting, then one answer for each line. */
export interface Program {
  greeting: string;
  /** @returns undefined to close the connection */
  answer: (line: string, memory: Record<string, boolean>) => string | undefined;
}

interface Connection {
  first: number;
  /** Our next sequence number, and theirs. */
  ours: number;
  theirs: number;
  greeted: boolean;
  memory: Record<string, boolean>;
}

const MOST = 32;
const connections = new Map<string, Connection>();

const reset = (packet: Packet): Packet => replyTo(packet, { flags: 'RA', ack: wrap(packet.seq + 1) });

/** Returns the answer of a host to a segment; `program` listens at its port, or none. */
export function answerTcp(packet: Packet, program: Program | undefined): Packet[] {
  if (packet.flags.includes('R')) {
    connections.delete(keyOf(packet));
    return [];
  }
  if (!program) return [reset(packet)];
  if (packet.flags === 'S') return [open(packet)];

  const connection = connections.get(keyOf(packet));
  if (!connection) return [replyTo(packet, { flags: 'R', seq: packet.ack })];
  const acknowledged = wrap(packet.ack - connection.first + 2 ** 32);
  const sent = wrap(connection.ours - connection.first + 2 ** 32);
  // A wrong sequence number is answered with the expected one
  if (!packet.flags.includes('A') || packet.seq !== connection.theirs || acknowledged < 1 || acknowledged > sent) {
    return [say(packet, connection, 'A', '')];
  }
  return proceed(packet, connection, program);
}

const keyOf = ({ from, sport, to, dport }: Packet): string => `${from}:${sport} ${to}:${dport}`;

function open(packet: Packet): Packet {
  const oldest = connections.keys().next().value;
  if (connections.size >= MOST && oldest !== undefined) connections.delete(oldest);
  const first = randomInt(2 ** 32);
  const connection = { first, ours: wrap(first + 1), theirs: wrap(packet.seq + 1), greeted: false, memory: {} };
  connections.set(keyOf(packet), connection);
  return replyTo(packet, { flags: 'SA', seq: first, ack: connection.theirs });
}

function proceed(packet: Packet, connection: Connection, program: Program): Packet[] {
  const answers: Packet[] = [];
  connection.theirs = wrap(connection.theirs + size(packet));
  if (!connection.greeted) {
    connection.greeted = true;
    if (program.greeting) answers.push(say(packet, connection, 'PA', program.greeting));
  }
  const line = packet.payload.trim();
  const output = line === '' ? '' : program.answer(line, connection.memory);
  if (output) answers.push(say(packet, connection, 'PA', output));
  if (output === undefined || packet.flags.includes('F')) {
    if (packet.flags.includes('F')) connection.theirs = wrap(connection.theirs + 1);
    answers.push(say(packet, connection, 'FA', ''));
    connections.delete(keyOf(packet));
  }
  return answers;
}

function say(packet: Packet, connection: Connection, flags: string, payload: string): Packet {
  const answer = replyTo(packet, { flags, seq: connection.ours, ack: connection.theirs, payload });
  connection.ours = wrap(connection.ours + size(answer));
  return answer;
}
