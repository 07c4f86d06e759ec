/** How long an author counts as here after the editor was last heard of. */
const secondsHere = 15;

/** Whoever was heard of before this is gone. */
export const goneBefore = (now: Date): Date => new Date(now.getTime() - secondsHere * 1_000);
