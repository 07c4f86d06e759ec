import { z } from 'zod';
import { ContentChange, ContentDiagnostic } from './authoring.ts';
import { Slug } from './common.ts';
import { importLimits, maxParts } from './upload-rules.ts';

/** Format of a bundle: our own, ctfcli challenges, or a dojo. */
export const BundleFormat = z.enum(['bundle', 'ctfcli', 'dojo']);
export type BundleFormat = z.infer<typeof BundleFormat>;

/** One part of a zip to import. Every part except the last has `uploadPartBytes` bytes. */
export const ImportPart = z.strictObject({
  /** Id of the import: the same for all parts of a zip, new for each attempt. */
  upload: z.uuid(),
  /** From 1. */
  part: z.coerce.number().int().min(1).max(maxParts),
  parts: z.coerce.number().int().min(1).max(maxParts, 'A zip may have at most 200 MB.'),
  /** Name of the bundle. A later import with the same name and format replaces it. */
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'A name has at most 60 characters.'),
  /** `auto` detects the format from the files. */
  format: z.enum(['auto', ...BundleFormat.options]).default('auto'),
  /** Continent for ctfcli challenges and dojos. It is created if it does not exist. */
  continent: z.string().trim().max(60, 'A name has at most 60 characters.').default(''),
  /** Maximum number of files. Files beyond it are left out, as are those beyond `max_mb`. */
  max_files: z.coerce.number().int().min(1).max(importLimits.files.max).default(importLimits.files.default),
  /** Maximum size of all files together in MB, unpacked. */
  max_mb: z.coerce.number().int().min(1).max(importLimits.megabytes.max).default(importLimits.megabytes.default),
});
export type ImportPart = z.output<typeof ImportPart>;

/** A line of a diff. `gap` replaces unchanged lines that are not shown. */
export const DifferenceLine = z.object({
  kind: z.enum(['same', 'old', 'new', 'gap']),
  /** 1-based line of the old text for `old`, otherwise of the new text. */
  line: z.number().int(),
  text: z.string(),
});
export type DifferenceLine = z.infer<typeof DifferenceLine>;

/** A file's change by an import. */
export const ImportedFile = z.object({
  path: z.string(),
  change: z.enum(['new', 'changed', 'moved', 'gone']),
  /** Whether the file was edited on this site. Such a file is kept unless it is listed in `overwrite`. */
  kept: z.boolean(),
  /** Previous path of a moved file. */
  from: z.string().nullable(),
  /** Bytes of the imported file. */
  size: z.number().int(),
  /** Null for binary, new and removed files. */
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

/** Changes of an import for learners. */
const ImportResult = z.object({
  /** False if errors prevent the import. */
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

/** Dry run of an import, which writes nothing. */
export const ImportDryRun = ImportResult.extend({
  id: z.uuid(),
  name: z.string(),
  format: BundleFormat,
  at: z.iso.datetime(),
  /** Number of files in the bundle. */
  total: z.number().int(),
  files: z.array(ImportedFile),
  /** Number of changed files beyond `files`. */
  more_files: z.number().int(),
});
export type ImportDryRun = z.infer<typeof ImportDryRun>;

/** Null until the last part is received. */
export const ImportPartAnswer = z.object({ trial: ImportDryRun.nullable() });

export const ImportParams = z.object({ id: z.uuid() });

export const ImportApplyBody = z.strictObject({
  /** Files to overwrite although they were edited on this site. */
  overwrite: z.union([z.literal('all'), z.array(z.string().max(1_000)).max(10_000)]).default([]),
});
export type ImportApplyBody = z.output<typeof ImportApplyBody>;

/** A course of an import. */
export const ImportedCourse = z.object({
  slug: Slug,
  name: z.string(),
  /** Learners see only courses that are not hidden. */
  hidden: z.boolean(),
});
export type ImportedCourse = z.infer<typeof ImportedCourse>;

export const ImportOutcome = ImportResult.extend({
  /** The courses of the import, also unchanged ones. */
  courses: z.array(ImportedCourse),
});
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** Shows or hides several courses in one step. */
export const CourseVisibility = z.strictObject({
  courses: z.array(Slug).min(1).max(1_000),
  hidden: z.boolean(),
});
export type CourseVisibility = z.output<typeof CourseVisibility>;

export const CourseVisibilityAnswer = z.object({
  /** False if an error in the sources prevents the change; then `diagnostics` contains it. */
  applied: z.boolean(),
  courses: z.array(ImportedCourse),
  diagnostics: z.array(ContentDiagnostic),
});
export type CourseVisibilityAnswer = z.infer<typeof CourseVisibilityAnswer>;
