/** A second touch within this time, in milliseconds, is a double fire of one tap. */
export const doubleFireMs = 350;

interface Press {
  /** Pointer type of the click; empty for the keyboard. */
  pointerType?: string;
  timeStamp: number;
}

/**
 * Creates a filter against double-fired taps, whose second press would hit a new element under the finger.
 * @returns filter that returns true for a press that counts
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

/** Maximum delay, in milliseconds, until a busy page handles a press. */
const handlingDelayMs = 10 * doubleFireMs;

/**
 * Swallows the second press of a double tap after an element has disappeared, so that it does not hit the page below.
 * It compares the times of the presses, not of their handling.
 * @param first timeStamp of the first press's event
 */
export function swallowClicks(first: number): void {
  const swallow = (event: Event) => {
    if (event.timeStamp - first >= doubleFireMs) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('click', swallow, true);
  setTimeout(() => document.removeEventListener('click', swallow, true), handlingDelayMs);
}
