import type { Floppy, Times, Written } from './floppy.ts';

/** How the lighthouse's log program tears a page out: contents first, then the name, then the chain in both tables. */
export function tearOut(floppy: Floppy, page: Written): void {
  floppy.wipe(page.clusters);
  floppy.strikeOut(page);
  floppy.free(page.clusters);
  floppy.wipe([]);
}

/** What it does before an old paper is written over: nothing of the old one may lie behind the end of the new one. */
export function writtenOver(floppy: Floppy, old: Written): void {
  floppy.wipe(old.clusters);
}

/** The dates it gives to a page that was made at one moment and is said to be of another: all three are set. */
export const datesOf = (_made: Date, said: Date): Times => ({ created: said, modified: said, accessed: said });
