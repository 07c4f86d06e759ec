import { z } from 'zod';

/** Number of the archive's format. A reader refuses other numbers. */
export const archiveFormat = 1;

export const manifestName = 'manifest.json';

/** The last file of an archive: an archive without it is incomplete. */
export const Manifest = z.object({
  format: z.literal(archiveFormat),
  /** Version of the platform that made the archive. */
  version: z.string(),
  /** Time of the database's snapshot. */
  created_at: z.iso.datetime(),
  database: z.object({
    migrations: z.array(z.object({ name: z.string().regex(/^\d{4}_[a-z0-9_]+\.sql$/), checksum: z.string() })),
    jobs: z.string().nullable(),
    tables: z.array(
      z.object({
        name: z.string(),
        columns: z.array(z.string()),
        rows: z.number().int().nonnegative(),
        create: z.string().nullable(),
      }),
    ),
    sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  }),
  /** Whether the archive contains the keys of DATA_DIR/secrets. */
  has_secrets: z.boolean(),
  /** Files of lessons that the database refers to and that were not in the bucket. */
  missing_media: z.array(z.string()),
  /** All other files of the archive, in their order. */
  parts: z.array(z.object({ path: z.string(), size: z.number().int().nonnegative(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Every path that an archive can contain. A restore never writes to another one. */
export const partPaths = {
  /** Compressed rows of a table. */
  rows: /^database\/([^/]+)\/\d{6}\.copy\.gz$/,
  home: /^homes\/[0-9]{1,18}\/[0-9]{1,18}(?:\.unreadable)?\.tar\.gz$/,
  announcements: /^announcements\/[a-z0-9-]{1,60}$/,
  secret: /^secrets\/[a-z0-9-]{1,60}\.key$/,
  media: /^media\/([0-9a-f]{64})$/,
};
