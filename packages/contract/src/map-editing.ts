import { z } from 'zod';
import { Time } from './common.ts';
import { Hex, MapDocument } from './map-document.ts';
import { editableVersions, hexmapNames } from './map-vocabulary.ts';

const Name = z.enum(hexmapNames);
export const byHexmap = z.object({ hexmap: Name });

export const EditParams = z.object({ version: z.enum(editableVersions, 'Use draft, beta or 2.') });

/** A published map: it never changes again. */
const PublishedMap = z.object({
  pk: z.number().int(),
  published_at: Time,
  /** Null for what an import has published, and for accounts that are gone. */
  by: z.string().nullable(),
});

/** The draft of one map, and what people see of it now. */
export const MapDraft = z.object({
  hexmap: Name,
  /** What a change of the draft has to name in `If-Match`; also the header ETag. */
  etag: z.string(),
  document: MapDocument,
  /** Who saved it last; null while nobody has changed it since it was published. */
  saved: z.object({ by: z.string().nullable(), at: Time }).nullable(),
  live: PublishedMap.nullable(),
  beta: PublishedMap.nullable(),
});
export type MapDraft = z.infer<typeof MapDraft>;

/**
 * One change: of the draft (`document`), or of what people see. Version `draft` takes a document and saves it. `beta`
 * and `2` publish the draft, with `document` as its new content where that is given; with `pk` they go back to an
 * earlier version and leave the draft alone.
 */
export const MapEdit = z
  .strictObject({ document: MapDocument.optional(), pk: z.int().positive().max(2_147_483_647).optional() })
  .refine(({ document, pk }) => !(document && pk), { error: 'Send a document or the pk of a version, not both.' });
export type MapEdit = z.infer<typeof MapEdit>;

export const mapActs = ['saved', 'published_beta', 'published_live', 'rolled_back', 'imported'] as const;
export type MapAct = (typeof mapActs)[number];

/** Who did what to a map, the newest first. */
export const MapHistory = z.object({
  acts: z.array(
    z.object({
      pk: z.number().int(),
      act: z.enum(mapActs),
      at: Time,
      /** Null for imports, and for accounts that are gone. */
      by: z.string().nullable(),
      /** The version that was published; null for a saved draft. */
      version_pk: z.number().int().nullable(),
      /** What an import left as the authors had it, or where it placed something; otherwise empty. */
      note: z.string(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type MapHistory = z.infer<typeof MapHistory>;

export const byMapVersion = z.object({ hexmap: Name, pk: z.coerce.number().int().positive().max(2_147_483_647) });
export const MapVersion = PublishedMap.extend({ document: MapDocument });
export type MapVersion = z.infer<typeof MapVersion>;

/** What an open editor says every few seconds: where its author is at work, or null. */
export const HereBody = z.strictObject({ hex: Hex.nullable() });

/** Who else has the editor of this map open, and whether the author knows the newest of it. */
export const MapHere = z.object({
  /** The draft's ETag: where it is another one than the editor's, somebody else has saved. */
  etag: z.string(),
  /** Pk of what is published; null for nothing. */
  live: z.number().int().nullable(),
  beta: z.number().int().nullable(),
  /** The other authors who are here, the first to come first; at most 20 of them. */
  others: z.array(z.object({ username: z.string(), hex: Hex.nullable(), since: Time })),
});
export type MapHere = z.infer<typeof MapHere>;
