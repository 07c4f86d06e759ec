import { readFileSync, writeFileSync } from 'node:fs';

/** Labs have 1000, and other processes usually 0. */
const score = -500;

/**
 * Makes the kernel prefer other processes over this one and those that it starts, when it ends a process because memory
 * runs out. Needs the capability SYS_RESOURCE, and does nothing without it.
 */
export function lowerOomScore(file = '/proc/self/oom_score_adj'): void {
  try {
    if (Number(readFileSync(file, 'utf8')) > score) writeFileSync(file, String(score));
  } catch {
    // Without the capability, or not on Linux.
  }
}
