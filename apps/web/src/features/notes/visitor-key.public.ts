/** Where the storage holds a visitor's notes on a lesson: nobody's yet, and one draft for all tabs. */
export const visitorKey = (lesson: string) => `notes:visitor:${lesson}:here`;
