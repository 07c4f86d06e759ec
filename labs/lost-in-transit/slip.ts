import { headed, type Packet, UDP } from './packet.ts';
import { ARCHIVE, YOU } from './route.ts';

export type Slip = Record<'proto' | 'to' | 'ttl' | 'dport' | 'id' | 'offset' | 'more' | 'whole' | 'text', string>;

export const blankSlip: Slip = {
  proto: 'udp',
  to: ARCHIVE,
  ttl: '1-8',
  dport: '33434',
  id: '1',
  offset: '0',
  more: '',
  whole: '',
  text: '',
};

const MAX_BYTES = 1472;

export class SlipError extends Error {
  override name = 'SlipError';
}

/** Returns the packets of a slip: one for each time to live. */
export function packetsOf(slip: Slip): Packet[] {
  const proto = slip.proto === 'icmp' ? 'icmp' : 'udp';
  const offset = numberOf(slip.offset || '0', 0, 1000, 'The offset, in units of 8 bytes,') * 8;
  const more = isSet(slip.more);
  const text = slip.text.replaceAll('\r\n', '\n');
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_BYTES) throw new SlipError(`A packet can have up to ${MAX_BYTES} bytes of text.`);
  const data = offset > 0 ? bytes : headed(proto, 40_000, numberOf(slip.dport, 0, 65_535, 'The port'), text);
  if (more && data.length % 8 !== 0) {
    const header = offset > 0 ? '' : `, including the ${UDP} bytes of the ${proto.toUpperCase()} header`;
    throw new SlipError(
      `If more fragments follow, the length of the data must be a multiple of 8 bytes. Yours is ${data.length}${header}.`,
    );
  }
  const rest = {
    proto,
    from: YOU,
    to: addressOf(slip.to),
    offset,
    more,
    whole: isSet(slip.whole),
    option: '',
    data,
  } as const;
  const id = numberOf(slip.id || '1', 0, 65_535, 'The identification');
  return lifetimes(slip.ttl).map((ttl) => ({ ...rest, ttl, id }));
}

const isSet = (text: string): boolean => !['', '0', 'false', 'no', 'off'].includes(text.trim().toLowerCase());

/** `5`, or `1-8`. */
function lifetimes(text: string): number[] {
  const [, low = '', high = low] = /^\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?$/.exec(text) ?? [];
  const [first, last] = [Number(low), Number(high)];
  if (!low || first < 1 || last > 255 || first > last)
    throw new SlipError('A time to live is between 1 and 255. Write 5, or 1-8.');
  if (last - first > 15) throw new SlipError('At most 16 packets at a time, please.');
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function addressOf(text: string): string {
  const address = text.trim();
  if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(address) || address.split('.').some((byte) => Number(byte) > 255)) {
    throw new SlipError('An address consists of four numbers, for example 203.0.113.80.');
  }
  return address.split('.').map(Number).join('.');
}

function numberOf(text: string, least: number, most: number, what: string): number {
  const number = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) throw new SlipError(`${what} must be between ${least} and ${most}.`);
  return number;
}
