import { BOOTDELAY, partitions } from './flash.ts';

/** What the boot loader says before it waits. */
export const greeting = (baud: number): string => `
U-Boot 2016.03-bwa5 (Oct 21 2024 - 09:02:44 +0200)

Brackwater Acoustics HORNMASTER 3
CPU:   BW7240 rev 1, 320 MHz
DRAM:  64 MiB
Flash: 8 MiB at 9f000000
Out:   serial, ${baud} baud
${BOOTDELAY < 0 ? '' : `Hit any key to stop autoboot: ${BOOTDELAY} `}`;

export const bootsKernel =
  '\n## Booting kernel at 9f050000 ...\n   Verifying signature ... OK\n\nStarting kernel ...\n\n';

export const kernelLines = (_bootargs: string): string => `[    0.000000] Linux version 4.4.14-bwa (build@halmer) #8
[    0.210000] ${partitions.length} partitions on spi0.0
`;

/** @param ticket what the coast radio has answered; undefined where there is none in reach. */
export const serviceLines = (ticket: string | undefined): string => `[    0.940000] VFS: Mounted root (squashfs)
hornd: compressor ok, 9 bar
hornd: fog sensor says "maybe"
hornd: siren key loaded
${ticket ? 'hornd: registered with coast radio' : 'hornd: no coast radio on this bench, not registered'}
hornd: next test at noon

hornmaster login: `;
