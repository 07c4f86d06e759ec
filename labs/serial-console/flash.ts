import { randomBytes } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';

/** Seconds that the boot loader waits for a key. The hole: any key from anyone stops it. */
export const BOOTDELAY: number = 3;

export const FLASH = 0x9f000000;
const FLASH_SIZE = 0x800000;
const RAM = 0x80000000;
const RAM_SIZE = 0x4000000;

/** The partitions of the flash memory, as offsets. */
export const partitions = [
  { name: 'u-boot', from: 0x000000, to: 0x040000 },
  { name: 'u-boot-env', from: 0x040000, to: 0x050000 },
  { name: 'kernel', from: 0x050000, to: 0x1d0000 },
  { name: 'rootfs', from: 0x1d0000, to: 0x7e0000 },
  { name: 'keys', from: 0x7e0000, to: 0x800000 },
];

/** Compressed data looks random, and so does this. */
const noise = randomBytes(4096);

/** Beginning of the partition with the keys. */
export const keys = (): Buffer => Buffer.from(`BWA-KEYS v1\0siren=${readFlag('siren')}\0horn=none\0`);

/**
 * Returns the byte at an address; undefined if there is no memory.
 * @param env the variables as the flash stores them
 */
export function byteReader(env: () => string): (address: number) => number | undefined {
  const parts: Record<string, Buffer> = {
    'u-boot': Buffer.from('\x10\x00\x00\xff\x00\x00\x00\x00U-Boot 2016.03-bwa4', 'latin1'),
    'u-boot-env': Buffer.from(`\x9a\x4e\x11\xd2${env()}\0\0`, 'latin1'),
    kernel: Buffer.from('\x27\x05\x19\x56\x5c\x8a\x31\x77Linux-4.4.14-bwa\0', 'latin1'),
    rootfs: Buffer.from('hsqs\x1c\x01\x00\x00', 'latin1'),
    keys: keys(),
  };
  return (address) => {
    if (address >= RAM && address < RAM + RAM_SIZE) return 0;
    const offset = address - FLASH;
    const partition = partitions.find(({ from, to }) => offset >= from && offset < to);
    if (!partition || offset >= FLASH_SIZE) return undefined;
    const written = parts[partition.name]?.[offset - partition.from];
    if (written !== undefined) return written;
    const isDense = partition.name === 'kernel' || partition.name === 'rootfs';
    return isDense ? noise[(offset ^ (offset >> 7)) % noise.length] : 0xff;
  };
}
