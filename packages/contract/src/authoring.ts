import { z } from 'zod';
import { Slug, storable, Tier, Time } from './common.ts';
import { Module } from './lesson-modules.ts';
import { hexmapNames } from './map-vocabulary.ts';
import { TrainingKind } from './trainings.ts';
import { figureName, figureNameError, maxParts, pictureTooLarge, uploadFolders } from './upload-rules.ts';

const Uid = z.string().regex(/^[a-z0-9-]{3,60}$/, 'An id has 3 to 60 lowercase letters, digits and hyphens.');
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'This is empty.')
    .max(max)
    .regex(storable, 'This contains a character that cannot be stored.');
const Markdown = z.string().max(400_000).regex(storable, 'This contains a character that cannot be stored.');
const Revision = z.number().int().positive().max(2_147_483_647);

/** One problem or hint about a source file. */
export const ContentDiagnostic = z.object({
  severity: z.enum(['error', 'warning']),
  /** Path relative to the curriculum's folder. */
  file: z.string(),
  /** 1-based line of the stored file, including the front matter. */
  line: z.number().int(),
  code: z.string(),
  message: z.string(),
});
export type ContentDiagnostic = z.infer<typeof ContentDiagnostic>;

/** A change that an import or a publication has made or would make. */
export const ContentChange = z.object({
  kind: z.enum(['continent', 'training', 'chapter', 'subchapter', 'map']),
  change: z.enum(['new', 'changed', 'gone', 'returned']),
  id: z.string(),
  name: z.string(),
  what: z.array(z.string()),
});

/** State of a lesson's published version compared with its draft. */
export const LessonState = z.enum(['published', 'changed', 'draft', 'withdrawn']);
export type LessonState = z.infer<typeof LessonState>;

/** A training in the authors' list, which includes hidden ones. */
export const AuthoredTraining = z.object({
  slug: Slug,
  name: z.string(),
  continent: Slug,
  continent_name: z.string(),
  tier: Tier,
  kind: TrainingKind,
  icon: z.string(),
  hidden: z.boolean(),
  lessons: z.number().int(),
  /** Number of lessons with a draft by any author. */
  drafts: z.number().int(),
  /** When and by whom the sources were last changed; null for an import. */
  changed_at: Time.nullable(),
  changed_by: z.string().nullable(),
});
export const AuthoredTrainings = z.object({
  trainings: z.array(AuthoredTraining),
  /** Continents for new trainings. */
  continents: z.array(z.object({ slug: Slug, name: z.string() })),
});
export type AuthoredTrainings = z.infer<typeof AuthoredTrainings>;

/** The content of `training.yaml` that authors can edit. */
export const TrainingHead = z.strictObject({
  name: line(60),
  term: z.string().trim().max(60).regex(storable),
  tags: z.array(z.string().max(30)).max(12),
  tier: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  icon: z.string().max(30),
  summary: line(110),
  /** Markdown. */
  description: z.string().trim().min(1).max(20_000).regex(storable),
  requires: z.array(Slug).max(20),
  kind: TrainingKind,
  hidden: z.boolean(),
});
export type TrainingHead = z.infer<typeof TrainingHead>;

/** A training as authors edit it. */
export const AuthoredTrainingDetail = z.object({
  id: Uid,
  slug: Slug,
  continent: Slug,
  /** Version for `overwrite: false`. It changes with the head and with the order of chapters and lessons. */
  etag: z.string(),
  head: TrainingHead,
  recommended_next: z.array(Slug),
  icons: z.array(z.string()),
});
export type AuthoredTrainingDetail = z.infer<typeof AuthoredTrainingDetail>;

/** The place of a training on its live map, once learners see it. */
export const TrainingPlacement = z.object({
  hexmap: z.enum(hexmapNames),
  /** `on_map`: it is there already. `new`: it will be placed automatically. `no_room`: it cannot be placed. */
  state: z.enum(['on_map', 'new', 'no_room']),
  /** Name of the continent. */
  continent: z.string(),
  /** Name of the training from which a path will lead to it; null if none will. */
  after: z.string().nullable(),
  /** The hex of the training on the map; null without one. */
  at: z.object({ q: z.number().int(), r: z.number().int() }).nullable(),
});
export type TrainingPlacement = z.infer<typeof TrainingPlacement>;

/** A lesson in the authors' tree. */
export const LessonNode = z.object({
  id: Uid,
  slug: Slug,
  name: z.string(),
  state: LessonState,
  /** Published revision; null if it was never published. */
  revision: Revision.nullable(),
  /** Whether the viewer has a draft, and the other authors with one. */
  mine: z.boolean(),
  others: z.array(z.string()),
  /** When a draft will be published automatically; null if none is scheduled. */
  scheduled_at: Time.nullable(),
});
export const ChapterNode = z.object({ id: Uid, slug: Slug, name: z.string(), subchapters: z.array(LessonNode) });
export const AuthoredChapters = z.object({
  etag: z.string(),
  chapters: z.array(ChapterNode),
  /** Withdrawn lessons. A lesson returns with its progress when its id is in the list again. */
  withdrawn: z.array(LessonNode),
});
export type AuthoredChapters = z.infer<typeof AuthoredChapters>;

/** A new training. It is hidden until an author shows it. */
export const NewTraining = z.strictObject({ continent: Slug, slug: Slug, name: line(60), kind: TrainingKind });

/**
 * Changes the head, chapters and lessons of a training and publishes the result. Chapters and lessons take the order of
 * the lists. An entry with an unknown id is new; a new lesson is an unpublished draft. A missing chapter or lesson is
 * withdrawn: it is hidden and learners keep their progress. Omitted fields do not change.
 */
export const TrainingEdit = z.strictObject({
  training: TrainingHead.optional(),
  chapters: z
    .array(z.strictObject({ id: Uid, slug: Slug, name: line(80) }))
    .max(99)
    .optional(),
  subchapters: z
    .array(z.strictObject({ id: Uid, slug: Slug, name: line(80), chapter: Uid }))
    .max(2_000)
    .optional(),
  /** Version that the edit is based on. Required unless `overwrite` is true. */
  etag: z.string().max(100).optional(),
  /** False: answers 409 if the training has changed since `etag`. */
  overwrite: z.boolean(),
});
export type TrainingEdit = z.infer<typeof TrainingEdit>;

export const RecommendedNext = z.strictObject({ recommended_next: z.array(Slug).max(10) });

/** Result of a publication. With errors, nothing was written. */
export const Published = z.object({
  applied: z.boolean(),
  etag: z.string(),
  changes: z.array(ContentChange),
  diagnostics: z.array(ContentDiagnostic),
});
export type Published = z.infer<typeof Published>;

/** The front matter of a lesson, without its id, which never changes. */
export const LessonHead = z.strictObject({
  name: line(80),
  summary: line(300),
  minutes: z.number().int().min(1).max(180),
});
export type LessonHead = z.infer<typeof LessonHead>;

/** The front matter of a draft, in which every field can be empty. */
export const DraftHead = z.strictObject({
  name: z.string().trim().max(80).regex(storable, 'This contains a character that cannot be stored.'),
  summary: z.string().trim().max(300).regex(storable, 'This contains a character that cannot be stored.'),
  minutes: LessonHead.shape.minutes,
});
export type DraftHead = z.infer<typeof DraftHead>;

/** Front matter and body of a lesson. */
const LessonText = z.object({ head: LessonHead, /** Markdown without the front matter. */ body: z.string() });

export const LessonRevision = z.object({
  revision: Revision,
  at: Time,
  /** Null for imports and deleted accounts. */
  by: z.string().nullable(),
  act: z.enum(['imported', 'published', 'scheduled', 'moved', 'withdrawn']),
  note: z.string(),
});
export type LessonRevision = z.infer<typeof LessonRevision>;

export const LessonDraft = LessonText.extend({
  head: DraftHead,
  /** Increases with each save. The next save must send it. */
  version: z.number().int(),
  /** Revision that the draft is based on; null for an unpublished lesson. */
  base: Revision.nullable(),
  saved_at: Time,
  publish_at: Time.nullable(),
  /** Why the scheduled publication failed; null if it did not. */
  failure: z.string().nullable(),
});
export type LessonDraft = z.infer<typeof LessonDraft>;

/** A lesson as authors edit it. */
export const AuthoredLesson = z.object({
  id: Uid,
  slug: Slug,
  /** Published name, or the name in the list of the chapter if it is unpublished. */
  name: z.string(),
  /** Path of its file, or the path that it will have once it is published. */
  file: z.string(),
  /** Learners see the lesson only if its training is not hidden. */
  training: z.object({ slug: Slug, name: z.string(), tier: Tier, continent: Slug, hidden: z.boolean() }),
  chapter: z.object({ id: Uid, slug: Slug, name: z.string() }),
  state: LessonState,
  /** Published version; null if there is none. */
  published: LessonText.extend({ revision: Revision, at: Time, by: z.string().nullable() }).nullable(),
  /** The viewer's own draft. */
  draft: LessonDraft.nullable(),
  /** Other authors with a draft. */
  others: z.array(z.object({ username: z.string(), saved_at: Time })),
  /**
   * The version that the draft is based on, if a newer one has been published since. "See both" compares it with
   * `published` and `draft`.
   */
  base: LessonText.nullable(),
});
export type AuthoredLesson = z.infer<typeof AuthoredLesson>;

/** Saves the viewer's draft. @example version 0 for the first save */
export const DraftBody = z.strictObject({
  head: DraftHead,
  body: Markdown,
  /** Revision that the text is based on, or after a conflict the one that the author has seen. */
  base: Revision.nullable(),
  version: z.number().int().min(0).max(2_147_483_647),
});
export type DraftBody = z.infer<typeof DraftBody>;

export const PublishBody = z.strictObject({
  /** Version of the draft that the author sees. */
  version: z.number().int().positive().max(2_147_483_647),
  note: z.string().trim().max(200).regex(storable).default(''),
  /** When to publish. Omit to publish now; null cancels the scheduled publication. */
  at: Time.nullable().optional(),
});

export const PublishedLesson = Published.extend({ lesson: AuthoredLesson });
export type PublishedLesson = z.infer<typeof PublishedLesson>;

export const LessonRevisions = z.object({ revisions: z.array(LessonRevision), next_cursor: z.string().nullable() });
export const LessonRevisionText = LessonRevision.extend(LessonText.shape);
export type LessonRevisionText = z.infer<typeof LessonRevisionText>;

export const PreviewBody = z.strictObject({ head: DraftHead, body: Markdown });

/** A lesson as learners will see it, rendered from an unpublished text. */
export const LessonPreview = z.object({
  modules: z.array(Module),
  /** Source lines of each module in `body` (1-based, inclusive), by module id. */
  blocks: z.array(z.object({ id: z.string(), from: z.number().int(), to: z.number().int() })),
  /** `line` refers to `body`. Problems of the front matter have line 0. */
  diagnostics: z.array(ContentDiagnostic),
});
export type LessonPreview = z.infer<typeof LessonPreview>;

/** A lesson's body as an ordered list of blocks. Each block is the Markdown of one or more modules. */
export const ModulesBody = z.strictObject({
  modules: z
    .array(z.strictObject({ markdown: Markdown }))
    .min(1, 'Add at least one module.')
    .max(500),
  /** Revision that the modules are based on. */
  base: Revision.nullable(),
});

/** A file of a training that its lessons can show or offer for download. */
export const TrainingMediaFile = z.object({
  /** Path as used in lessons, such as `figures/pair.svg`. */
  path: z.string(),
  size: z.number().int(),
  content_type: z.string(),
  /** Pixels; null for files that are not images. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  src: z.string(),
  /** Lessons that use it. */
  used_by: z.array(Slug),
});
export const TrainingMediaFiles = z.object({ files: z.array(TrainingMediaFile) });
export type TrainingMediaFiles = z.infer<typeof TrainingMediaFiles>;

/** File name without its folder. The allowed extensions depend on the folder. */
const FileName = z
  .string()
  .regex(
    /^[A-Za-z0-9][\w.-]{0,99}$/,
    'Use up to 100 letters, digits, dots, hyphens and underscores for the name of a file.',
  );

export const TrainingFileParams = z.object({ slug: Slug, folder: z.enum(uploadFolders), name: FileName });

export const ImageUpload = z.strictObject({
  /** PNG, JPEG, WebP or AVIF, in base64 or as a `data:` URL. */
  image: z.string().min(1, 'Choose a picture.').max(16_777_250, pictureTooLarge),
  /** Without it, the lessons of every training can use the image. */
  training: Slug.optional(),
  /** Without an extension. The image is stored as `figures/{name}.webp`; by default the name comes from its content. */
  name: z.string().regex(figureName, figureNameError).optional(),
  /** Whether to replace an existing file. */
  overwrite: z.boolean().default(false),
});
export type ImageUpload = z.infer<typeof ImageUpload>;

export const FileUpload = z.strictObject({
  training: Slug,
  folder: z.enum(uploadFolders),
  name: FileName,
  /** Whether to replace an existing file. */
  overwrite: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  /** Id of the upload: the same for all parts of a file, new for each attempt. */
  upload: z.uuid(),
  /** From 1. */
  part: z.coerce.number().int().min(1).max(maxParts),
  parts: z.coerce.number().int().min(1).max(maxParts, 'A file may have at most 200 MB.'),
});
export type FileUpload = z.output<typeof FileUpload>;

export const UploadedFile = z.object({
  path: z.string(),
  size: z.number().int(),
  content_type: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** URL; null for a drawing, which is inlined into the lesson. */
  src: z.string().nullable(),
});
export type UploadedFile = z.infer<typeof UploadedFile>;

/** Null until the last part is received. */
export const FileUploadAnswer = z.object({ file: UploadedFile.nullable() });
