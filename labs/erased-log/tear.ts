import type { Floppy, Times, Written } from './floppy.ts';

/** How the lighthouse's log program tears a page out: quickly, and in the first table only. */
export function tearOut(floppy: Floppy, page: Written): void {
  floppy.strikeOut(page);
  floppy.free(page.clusters);
}

/** What it does with the rest of a file's last cluster when it is told to write over an old paper: nothing. */
export function writtenOver(_floppy: Floppy, _old: Written): void {}

/** The dates it gives to a page that was made at one moment and is said to be of another: only that of the change is set. */
export const datesOf = (made: Date, said: Date): Times => ({ created: made, modified: said, accessed: made });
