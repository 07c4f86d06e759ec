import type { Floppy, Times, Written } from './floppy.ts';

/** How the lighthouse's log program deletes a page: quickly, and in the first FAT only. */
export function tearOut(floppy: Floppy, page: Written): void {
  floppy.strikeOut(page);
  floppy.free(page.clusters);
}

/** How it treats the rest of a file's last cluster when it overwrites a paper: it leaves it. */
export function writtenOver(_floppy: Floppy, _old: Written): void {}

/** Dates of a page that claims another time than its own: only the time of the change is set. */
export const datesOf = (made: Date, claimed: Date): Times => ({ created: made, modified: claimed, accessed: made });
