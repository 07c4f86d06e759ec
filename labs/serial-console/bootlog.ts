import { BOOTDELAY, partitions } from './flash.ts';

/** Output of the boot loader before it waits. */
export const greeting = (baud: number): string => `
U-Boot 2016.03-bwa4 (Mar 14 2019 - 11:20:05 +0100)

Brackwater Acoustics HORNMASTER 3
CPU:   BW7240 rev 1, 320 MHz
DRAM:  64 MiB
Flash: 8 MiB at 9f000000
In:    serial
Out:   serial, ${baud} baud
Error: serial
Net:   none
Hit any key to stop autoboot: ${BOOTDELAY} `;

export const bootsKernel =
  '\n## Booting kernel at 9f050000 ...\n   Verifying checksum ... OK\n\nStarting kernel ...\n\n';

export const kernelLines = (bootargs: string): string => `[    0.000000] Linux version 4.4.14-bwa (build@halmer) #7
[    0.000000] Kernel command line: ${bootargs}
[    0.210000] ${partitions.length} partitions on spi0.0:
${partitions.map(({ name, from, to }) => `[    0.220000] 0x${hex(from)}-0x${hex(to)} : "${name}"\n`).join('')}`;

const hex = (offset: number) => offset.toString(16).padStart(8, '0');

/** @param ticket answer of the coast radio; undefined if there is none in reach */
export const serviceLines = (ticket: string | undefined): string => `[    0.940000] VFS: Mounted root (squashfs)
hornd: compressor ok, 9 bar
hornd: fog sensor "maybe"
hornd: siren key loaded
${
  ticket
    ? `hornd: registered with coast radio, ticket ${ticket}`
    : 'hornd: no coast radio on this bench, not registered'
}
hornd: next test at noon

hornmaster login: `;
