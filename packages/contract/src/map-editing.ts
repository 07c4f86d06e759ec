import { z } from 'zod';
import { Time } from './common.ts';
import { Hex, MapDocument } from './map-document.ts';
import { editableVersions, hexmapNames } from './map-vocabulary.ts';

const Name = z.enum(hexmapNames);
export const HexmapParams = z.object({ hexmap: Name });

export const EditParams = z.object({ version: z.enum(editableVersions, 'Use draft, beta or 2.') });

/** A published map, which never changes. */
const PublishedMap = z.object({
  pk: z.number().int(),
  published_at: Time,
  /** Null for imports and deleted accounts. */
  by: z.string().nullable(),
});

/** The draft of one map, and its published versions. */
export const MapDraft = z.object({
  hexmap: Name,
  /** Version for a change: its field `etag` or its header If-Match; also the header ETag. */
  etag: z.string(),
  document: MapDocument,
  /** Last save; null if the draft is unchanged since it was published. */
  saved: z.object({ by: z.string().nullable(), at: Time }).nullable(),
  live: PublishedMap.nullable(),
  beta: PublishedMap.nullable(),
});
export type MapDraft = z.infer<typeof MapDraft>;

/**
 * A change of a map. Version `draft` saves `document` as the draft. Versions `beta` and `2` publish the draft, with
 * `document` as its new content if given. With `pk`, they publish an earlier version again and do not change the draft.
 */
export const MapEdit = z
  .strictObject({
    document: MapDocument.optional(),
    pk: z.int().positive().max(2_147_483_647).optional(),
    /** `etag` of the draft that the change is based on. The header If-Match has the same meaning and comes first. */
    etag: z.string().max(80).optional(),
  })
  .refine(({ document, pk }) => !(document && pk), { error: 'Send a document or the pk of a version, not both.' });
export type MapEdit = z.infer<typeof MapEdit>;

export const mapActions = ['saved', 'published_beta', 'published_live', 'rolled_back', 'imported'] as const;
export type MapAction = (typeof mapActions)[number];

/** Actions on a map, newest first. */
export const MapHistory = z.object({
  acts: z.array(
    z.object({
      pk: z.number().int(),
      act: z.enum(mapActions),
      at: Time,
      /** Null for imports and deleted accounts. */
      by: z.string().nullable(),
      /** The version that was published; null for a saved draft. */
      version_pk: z.number().int().nullable(),
      /** Objects that an import has kept or placed; otherwise empty. */
      note: z.string(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type MapHistory = z.infer<typeof MapHistory>;

export const MapVersionParams = z.object({ hexmap: Name, pk: z.coerce.number().int().positive().max(2_147_483_647) });
export const MapVersion = PublishedMap.extend({ document: MapDocument });
export type MapVersion = z.infer<typeof MapVersion>;

/** Heartbeat of an open editor: the hex that its author is editing, or null. */
export const PresenceBody = z.strictObject({ hex: Hex.nullable() });

/** Other authors with this map's editor open, and the current versions. */
export const MapPresence = z.object({
  /** ETag of the draft. If it differs from the editor's, another author has saved. */
  etag: z.string(),
  /** Pk of the published version; null for none. */
  live: z.number().int().nullable(),
  beta: z.number().int().nullable(),
  /** Other authors in the order of arrival, at most 20. */
  others: z.array(z.object({ username: z.string(), hex: Hex.nullable(), since: Time })),
});
export type MapPresence = z.infer<typeof MapPresence>;
