/** Seconds after the last heartbeat for which an author counts as present. */
const presenceSeconds = 15;

/** Authors whose last heartbeat is before this time are no longer present. */
export const presentSince = (now: Date): Date => new Date(now.getTime() - presenceSeconds * 1_000);
