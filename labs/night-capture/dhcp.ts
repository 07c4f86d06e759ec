import { randomBytes } from 'node:crypto';
import { BROADCAST, type Host, udp } from './frames.ts';
import { between, type Machine, router } from './office.ts';
import type { Recorded } from './pcap.ts';

const [DISCOVER, OFFER, REQUEST, ACK, RELEASE] = [1, 2, 3, 5, 7];
const LEASE = 3600;
const bytesOf = (ip: string) => Buffer.from(ip.split('.').map(Number));
const nowhere = (machine: Machine): Host => ({ ...machine, ip: '0.0.0.0' });

/** A machine joins and leases an address. */
export function lease(machine: Machine, at: number): Recorded[] {
  const xid = randomBytes(4);
  const [asker, everybody] = [nowhere(machine), BROADCAST];
  const name = option(12, Buffer.from(machine.name));
  const wanted = option(50, bytesOf(machine.ip));
  const server = option(54, bytesOf(router.ip));
  const terms = [
    server,
    option(51, u32(LEASE)),
    option(1, bytesOf('255.255.255.0')),
    option(3, bytesOf(router.ip)),
    option(6, bytesOf(router.ip)),
  ];
  const said: [from: Host, to: Host, message: Buffer][] = [
    [
      asker,
      everybody,
      message({ kind: DISCOVER, xid, machine, options: [name, option(55, Buffer.from([1, 3, 6, 15]))] }),
    ],
    [router, machine, message({ kind: OFFER, xid, machine, yours: machine.ip, options: terms })],
    [asker, everybody, message({ kind: REQUEST, xid, machine, options: [wanted, server, name] })],
    [router, machine, message({ kind: ACK, xid, machine, yours: machine.ip, options: terms })],
  ];
  let now = at;
  return said.map(([from, to, data]) => {
    now += between(2, 40);
    return { at: now, frame: from === router ? udp(router, 67, to, 68, data) : udp(from, 68, to, 67, data) };
  });
}

/** A machine leaves and releases its address. */
export const release = (machine: Machine, at: number): Recorded[] => {
  const options = [option(54, bytesOf(router.ip))];
  const data = message({ kind: RELEASE, xid: randomBytes(4), machine, has: machine.ip, options });
  return [{ at, frame: udp(machine, 68, router, 67, data) }];
};

interface Message {
  kind: number | undefined;
  xid: Buffer;
  machine: Machine;
  /** The machine's current address, and the one that it is given. */
  has?: string;
  yours?: string;
  options: Buffer[];
}

function message({ kind = 0, xid, machine, has = '0.0.0.0', yours = '0.0.0.0', options }: Message): Buffer {
  const fixed = Buffer.alloc(236);
  fixed.set([kind === OFFER || kind === ACK ? 2 : 1, 1, 6]);
  xid.copy(fixed, 4);
  bytesOf(has).copy(fixed, 12);
  bytesOf(yours).copy(fixed, 16);
  machine.mac.copy(fixed, 28);
  const cookie = Buffer.from([99, 130, 83, 99]);
  const bytes = Buffer.concat([fixed, cookie, option(53, Buffer.from([kind])), ...options, Buffer.from([255])]);
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, 300 - bytes.length))]);
}

const option = (code: number, value: Buffer): Buffer => Buffer.from([code, value.length, ...value]);

function u32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
