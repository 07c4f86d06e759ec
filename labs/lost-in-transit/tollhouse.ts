import { readFlag } from '@hexpedition/lab-runtime/kit';
import { isFirst, type Packet, targetPort } from './packet.ts';

export const ARCHIVE_PORT = 7070;
const FORBIDDEN = /sealed/i;

/**
 * Checks a packet on its way to the archive.
 * @returns the packets that go on, which may be none
 */
export function inspect(packet: Packet): Packet[] {
  // Only the first fragment has a port; any fragment may contain the word
  if (FORBIDDEN.test(packet.data.toString('utf8')) || (isFirst(packet) && !isAllowed(packet))) return [];
  return [{ ...packet, option: `toll paid, seal ${readFlag('seal')}` }];
}

const isAllowed = (packet: Packet): boolean => packet.proto === 'udp' && targetPort(packet) === ARCHIVE_PORT;
