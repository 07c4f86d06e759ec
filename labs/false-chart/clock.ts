/** The time of this world, in milliseconds: it passes only when something is done. */
let now = 0;
export const time = (): number => now;

let events: { at: number; run: () => void }[] = [];

export function after(delay: number, run: () => void): void {
  events.push({ at: now + delay, run });
  events.sort((a, b) => a.at - b.at);
}

/** Lets time pass, and everything happen in its order. */
export function advance(milliseconds: number): void {
  const end = now + milliseconds;
  for (let next = events[0]; next && next.at <= end; next = events[0]) {
    events = events.slice(1);
    now = next.at;
    next.run();
  }
  now = end;
}
