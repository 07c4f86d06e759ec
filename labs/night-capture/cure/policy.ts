/** What the office's network lets through, and how its archive is reached. */

const needed = [
  'harbour.example',
  'tides.example',
  'weather.example',
  'news.example',
  'time.example',
  'watchdog.example',
];

/** Whether the resolver of the office asks the world for a name. Nobody here needs a zone that isn't on the list. */
export const resolves = (name: string): boolean =>
  needed.some((zone) => name.toLowerCase() === zone || name.toLowerCase().endsWith(`.${zone}`));

/** Whether the archive speaks TLS. */
export const ARCHIVE_IS_SEALED: boolean = true;
