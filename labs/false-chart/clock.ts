/** Simulated time in milliseconds. It only passes when an action takes time. */
let now = 0;
export const time = (): number => now;

let events: { at: number; run: () => void }[] = [];

export function after(delay: number, run: () => void): void {
  events.push({ at: now + delay, run });
  events.sort((a, b) => a.at - b.at);
}

/** Lets time pass and runs all events in order. */
export function advance(milliseconds: number): void {
  const end = now + milliseconds;
  for (let next = events[0]; next && next.at <= end; next = events[0]) {
    events = events.slice(1);
    now = next.at;
    next.run();
  }
  now = end;
}
