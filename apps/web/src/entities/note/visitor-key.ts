/** The localStorage key of a visitor's notes on a lesson: one draft for all tabs. */
export const visitorKey = (lesson: string) => `notes:visitor:${lesson}:here`;
