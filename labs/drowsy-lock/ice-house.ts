import { type Answer, Lock } from './lock.ts';

export type DoorName = 'outer' | 'inner';

export interface Door {
  name: DoorName;
  lock: Lock;
  isOpen: boolean;
  /** The last attempts, newest first. */
  tries: (Answer & { code: string })[];
}

const SHOWN = 16;

export const doors: Record<DoorName, Door> = {
  outer: { name: 'outer', lock: new Lock('Dormouse II', 8, 60), isOpen: false, tries: [] },
  inner: { name: 'inner', lock: new Lock('Dormouse III', 6, 180), isOpen: false, tries: [] },
};

/** Whether there is a lock of this kind. */
export const isReached = (door: Door) => door.name === 'outer' || doors.outer.isOpen;

export function tryCode(door: Door, code: string): Answer {
  const answer = door.lock.try(code);
  if (answer.isOpen) door.isOpen = true;
  door.tries.unshift({ ...answer, code: code.slice(0, 20) });
  door.tries.length = Math.min(door.tries.length, SHOWN);
  return answer;
}
