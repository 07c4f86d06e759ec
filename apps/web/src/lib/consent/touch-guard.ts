/** A second press within this time, milliseconds, of a touch is the double fire of one tap. */
export const doubleFireMs = 350;

interface Press {
  /** Of a click: how it came about. Empty for the keyboard. */
  pointerType?: string;
  timeStamp: number;
}

/**
 * One finger can press twice where it means once, and the second press then ends on whatever has come up under it.
 * @returns a function that tells for each press of the manager's buttons whether it counts
 */
export function createTouchGuard(): (press: Press) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return ({ pointerType, timeStamp }) => {
    if (pointerType !== 'touch') return true;
    const isDouble = timeStamp - last < doubleFireMs;
    if (!isDouble) last = timeStamp;
    return !isDouble;
  };
}

/** How long a busy page may take to hear of a press, milliseconds. */
const heardMs = 10 * doubleFireMs;

/**
 * Keeps the second press of a double tap from whatever lies below something that has just gone. What counts is when a
 * press was made, not when the page got round to it.
 * @param first when the first press was made: its event's timeStamp
 */
export function swallowClicks(first: number): void {
  const swallow = (event: Event) => {
    if (event.timeStamp - first >= doubleFireMs) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('click', swallow, true);
  setTimeout(() => document.removeEventListener('click', swallow, true), heardMs);
}
