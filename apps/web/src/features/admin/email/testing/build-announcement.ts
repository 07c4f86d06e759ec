import type { Announcement } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { hexmapQuery } from '#entities/map/map-queries.ts';

const noMails: Announcement['mails'] = { waiting: 0, sent: 0, stored: 0, refused: 0, unknown: 0, left_out: 0 };

/** Builds an announcement as the API returns it. The default is a draft to all accounts. */
export const buildAnnouncement = ({
  mails,
  ...changes
}: Partial<Omit<Announcement, 'mails'>> & { mails?: Partial<Announcement['mails']> } = {}): Announcement => ({
  ...{ pk: 4, subject: 'Winter term', body: 'New labs are [here](/map).', per_minute: 600 },
  ...{ state: 'draft', revision: 2, send_at: null, started_at: null, ended_at: null, trouble: null },
  ...{ made_by: 'captain', changed_at: '2026-11-24T10:00:00.000Z' },
  segment: { tiers: [], activity: null, continent: null },
  mails: { ...noMails, ...mails },
  ...changes,
});

/** Seeds the map with one continent that a segment can name. */
export const seedMap = (client: QueryClient) =>
  client.setQueryData(hexmapQuery('hexmap').queryKey, { continents: [{ slug: 'web', name: 'The Web' }] } as never);
