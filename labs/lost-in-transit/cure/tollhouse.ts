import { Gatherer } from './gather.ts';
import { type Packet, targetPort, textOf } from './packet.ts';

export const ARCHIVE_PORT = 7070;
const FORBIDDEN = /sealed/i;
const gatherer = new Gatherer();

/**
 * What becomes of a packet that is on its way to the archive.
 * @returns the packets that go on, which may be none
 */
export function inspect(packet: Packet): Packet[] {
  const whole = gatherer.add(packet);
  // What goes on is the packet that was looked at, not the parts that it was made of: the archive might join them in another way
  if (!whole || !isAllowed(whole)) return [];
  return [{ ...whole, option: 'toll paid' }];
}

const isAllowed = (packet: Packet): boolean =>
  packet.proto === 'udp' && targetPort(packet) === ARCHIVE_PORT && !FORBIDDEN.test(textOf(packet));
