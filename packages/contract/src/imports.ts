import { z } from 'zod';
import { ContentChange, ContentDiagnostic } from './authoring.ts';
import { mostParts } from './upload-rules.ts';

/** What a bundle is: our own, challenges of ctfcli, or a dojo. */
export const BundleFormat = z.enum(['bundle', 'ctfcli', 'dojo']);
export type BundleFormat = z.infer<typeof BundleFormat>;

/** One part of a zip that is to be imported. Every part but the last has `uploadPartBytes`. */
export const ImportPart = z.strictObject({
  /** The same for all parts of a zip; new for each try. It becomes the id of the import. */
  upload: z.uuid(),
  /** From 1. */
  part: z.coerce.number().int().min(1).max(mostParts),
  parts: z.coerce.number().int().min(1).max(mostParts, 'A zip may have at most 200 MB.'),
  /** What the bundle is called. Under the same name, and of the same format, the next one takes its place. */
  name: z.string().trim().min(1, 'Give it a name.').max(60, 'A name has at most 60 characters.'),
  /** Found out by its files when it is `auto`. */
  format: z.enum(['auto', ...BundleFormat.options]).default('auto'),
  /** Where challenges of others go; a continent of this name is made where there is none. */
  continent: z.string().trim().max(60, 'A name has at most 60 characters.').default(''),
});
export type ImportPart = z.output<typeof ImportPart>;

/** A line of a difference; `gap` stands for lines that are the same and are not shown. */
export const DifferenceLine = z.object({
  kind: z.enum(['same', 'old', 'new', 'gap']),
  /** 1-based; of the old text for `old`, else of the new one. */
  line: z.number().int(),
  text: z.string(),
});
export type DifferenceLine = z.infer<typeof DifferenceLine>;

/** What an import does to a file. */
export const ImportedFile = z.object({
  path: z.string(),
  change: z.enum(['new', 'changed', 'moved', 'gone']),
  /** True where the file was changed here: it stays as it is, unless it is to be overwritten. */
  kept: z.boolean(),
  /** Where it was before, when it moves. */
  from: z.string().nullable(),
  /** Bytes of what the import brings. */
  size: z.number().int(),
  /** Null for what is no text, and for files that are new or go. */
  difference: z.array(DifferenceLine).nullable(),
});
export type ImportedFile = z.infer<typeof ImportedFile>;

const ImportCount = z.object({
  new: z.number().int(),
  changed: z.number().int(),
  returned: z.number().int(),
  gone: z.number().int(),
  unchanged: z.number().int(),
});

/** What an import changes for learners. */
const ImportResult = z.object({
  /** False when an error stops it. */
  valid: z.boolean(),
  counts: z.object({
    continent: ImportCount,
    training: ImportCount,
    chapter: ImportCount,
    subchapter: ImportCount,
    map: ImportCount,
  }),
  changes: z.array(ContentChange),
  diagnostics: z.array(ContentDiagnostic),
});

/** A dry run: what an import would do. Nothing is written by it. */
export const ImportTrial = ImportResult.extend({
  id: z.uuid(),
  name: z.string(),
  format: BundleFormat,
  at: z.iso.datetime(),
  /** How many files the bundle has. */
  total: z.number().int(),
  files: z.array(ImportedFile),
  /** How many more files change than are listed. */
  more_files: z.number().int(),
});
export type ImportTrial = z.infer<typeof ImportTrial>;

/** Null while parts are missing. */
export const ImportPartAnswer = z.object({ trial: ImportTrial.nullable() });

export const byImport = z.object({ id: z.uuid() });

export const ImportApplyBody = z.strictObject({
  /** Files that were changed here and are overwritten nevertheless. */
  overwrite: z.union([z.literal('all'), z.array(z.string().max(1_000)).max(10_000)]).default([]),
});
export type ImportApplyBody = z.output<typeof ImportApplyBody>;

export const ImportDone = ImportResult;
export type ImportDone = z.infer<typeof ImportDone>;
