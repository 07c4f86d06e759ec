/** One entry of the feed. */
export interface Sighting {
  gull: string;
  text: string;
  by: string;
  at: string;
  /** Written with a moderator's session. */
  staff?: boolean;
  /** Written by a visitor: removed when the feed is swept. */
  guest?: boolean;
}

const seeds: Sighting[] = [
  {
    gull: 'Admiral',
    at: 'Monday, 06:10',
    by: 'Tobias Wren',
    text: 'On the roof of shed 2 again, facing the ferry. Answered to his name. Did not come.',
  },
  {
    gull: 'Two-Chips',
    at: 'Monday, 12:31',
    by: 'Sunniva Aas',
    text: 'Took two chips. Left the paper cone standing. I call that good manners.',
  },
  {
    gull: 'The Widow',
    at: 'Tuesday, 07:55',
    by: 'Odile Marr',
    staff: true,
    text: 'Sitting on berth 9 with her back to everybody. <em>Please do not wave at her.</em>',
  },
  {
    gull: 'Unknown',
    at: 'Tuesday, 16:20',
    by: 'Joris Bakker',
    text: 'A very large one inside the tuba. It was not there in the first movement.',
  },
  {
    gull: 'Left Leg',
    at: 'Wednesday, 09:02',
    by: 'Lennart Holm',
    text: 'Stood on his <b>right</b> one for an hour. Suggest we rename him or wait.',
  },
];

/** Maximum visitor entries; the oldest are removed first. */
const MAX_KEPT = 40;
let guests: Sighting[] = [];

/** Returns all entries, newest first. */
export const sightings = (): Sighting[] => [...seeds, ...guests].reverse();

export function report(entry: { gull: string; text: string; by: string; staff: boolean }): void {
  guests = [...guests, { ...entry, at: 'Just now', guest: true }].slice(-MAX_KEPT);
}

export function sweep(): void {
  guests = [];
}
