import { z } from 'zod';
import { Slug, storable, Tier, Time } from './common.ts';
import { Module, TrainingKind } from './trainings.ts';
import { figureName, figureNameFault, mostParts, pictureTooLarge, uploadFolders } from './upload-rules.ts';

const Uid = z.string().regex(/^[a-z0-9-]{3,60}$/, 'An id has 3 to 60 small letters, digits and hyphens.');
const line = (max: number) =>
  z.string().trim().min(1, 'This is empty.').max(max).regex(storable, 'This holds a character that cannot be stored.');
const Markdown = z.string().max(400_000).regex(storable, 'This holds a character that cannot be stored.');
const Revision = z.number().int().positive().max(2_147_483_647);

/** One thing that an author got wrong, or should know. */
export const ContentDiagnostic = z.object({
  severity: z.enum(['error', 'warning']),
  /** Path in the curriculum's folder. */
  file: z.string(),
  /** 1-based, of the file as it is stored: front matter counts. */
  line: z.number().int(),
  code: z.string(),
  message: z.string(),
});
export type ContentDiagnostic = z.infer<typeof ContentDiagnostic>;

/** What the import or the publishing of sources has changed, or would change. */
export const ContentChange = z.object({
  kind: z.enum(['continent', 'training', 'chapter', 'subchapter', 'map']),
  change: z.enum(['new', 'changed', 'gone', 'returned']),
  id: z.string(),
  name: z.string(),
  what: z.array(z.string()),
});

/** What a learner sees of a lesson, compared with what its author works on. */
export const LessonState = z.enum(['published', 'changed', 'draft', 'withdrawn']);
export type LessonState = z.infer<typeof LessonState>;

/** A training in the list of authors; hidden ones are there too. */
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
  /** Lessons that have a draft of somebody's. */
  drafts: z.number().int(),
  /** When its sources changed last, and who did it; null for an import. */
  changed_at: Time.nullable(),
  changed_by: z.string().nullable(),
});
export const AuthoredTrainings = z.object({
  trainings: z.array(AuthoredTraining),
  /** Where a new training can go. */
  continents: z.array(z.object({ slug: Slug, name: z.string() })),
});
export type AuthoredTrainings = z.infer<typeof AuthoredTrainings>;

/** What `training.yaml` says, as authors edit it. */
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

/** A training as its author edits it. */
export const AuthoredTrainingDetail = z.object({
  id: Uid,
  slug: Slug,
  continent: Slug,
  /** What `overwrite: false` compares; it changes with the head and with the order of chapters and lessons. */
  etag: z.string(),
  head: TrainingHead,
  recommended_next: z.array(Slug),
  icons: z.array(z.string()),
});
export type AuthoredTrainingDetail = z.infer<typeof AuthoredTrainingDetail>;

/** A lesson in the author's tree. */
export const LessonNode = z.object({
  id: Uid,
  slug: Slug,
  name: z.string(),
  state: LessonState,
  /** The published revision; null for what nobody has seen yet. */
  revision: Revision.nullable(),
  /** Whether the viewer has a draft, and who else has one. */
  mine: z.boolean(),
  others: z.array(z.string()),
  /** When it will be published by itself, and by whose draft; null for nothing planned. */
  scheduled_at: Time.nullable(),
});
export const ChapterNode = z.object({ id: Uid, slug: Slug, name: z.string(), subchapters: z.array(LessonNode) });
export const AuthoredChapters = z.object({
  etag: z.string(),
  chapters: z.array(ChapterNode),
  /** Lessons that were left out of the list. One comes back, with its progress, when its id stands in the list again. */
  withdrawn: z.array(LessonNode),
});
export type AuthoredChapters = z.infer<typeof AuthoredChapters>;

/** A new training. It is hidden until its author shows it. */
export const NewTraining = z.strictObject({ continent: Slug, slug: Slug, name: line(60), kind: TrainingKind });

/**
 * A training's head and order, written in one go and published at once: chapters and lessons follow the lists. An entry
 * with an unknown id is new (a new lesson is a draft, which nobody sees); a chapter or lesson that is left out is
 * withdrawn: it is hidden, with everybody's progress kept. What is not given stays.
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
  /** What the edit was made from. Only `overwrite: true` can do without it. */
  etag: z.string().max(100).optional(),
  /** False: a training that has changed meanwhile is left alone, and the answer is 409. */
  overwrite: z.boolean(),
});
export type TrainingEdit = z.infer<typeof TrainingEdit>;

export const RecommendedNext = z.strictObject({ recommended_next: z.array(Slug).max(10) });

/** What a publishing did. Errors stop it: then nothing was written. */
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

/** The same while its author is still at it: nothing has to be there yet. */
export const DraftHead = z.strictObject({
  name: z.string().trim().max(80).regex(storable, 'This holds a character that cannot be stored.'),
  summary: z.string().trim().max(300).regex(storable, 'This holds a character that cannot be stored.'),
  minutes: LessonHead.shape.minutes,
});
export type DraftHead = z.infer<typeof DraftHead>;

/** A lesson's words at one time. */
const LessonText = z.object({ head: LessonHead, /** Markdown without the front matter. */ body: z.string() });

export const LessonRevision = z.object({
  revision: Revision,
  at: Time,
  /** Null for what an import brought, and for accounts that are gone. */
  by: z.string().nullable(),
  act: z.enum(['imported', 'published', 'scheduled', 'moved', 'withdrawn']),
  note: z.string(),
});
export type LessonRevision = z.infer<typeof LessonRevision>;

export const LessonDraft = LessonText.extend({
  head: DraftHead,
  /** Rises with each save; what the next one has to name. */
  version: z.number().int(),
  /** The revision that it was made from; null for a lesson that is not published yet. */
  base: Revision.nullable(),
  saved_at: Time,
  publish_at: Time.nullable(),
  /** Why the planned publishing did not happen; null when nothing went wrong. */
  failure: z.string().nullable(),
});
export type LessonDraft = z.infer<typeof LessonDraft>;

/** A lesson as an author edits it. */
export const AuthoredLesson = z.object({
  id: Uid,
  slug: Slug,
  /** As it is published; for a lesson that is not, as its place in the chapter is called. */
  name: z.string(),
  /** Where its file lies, or will lie once it is published. */
  file: z.string(),
  training: z.object({ slug: Slug, name: z.string(), tier: Tier, continent: Slug }),
  chapter: z.object({ id: Uid, slug: Slug, name: z.string() }),
  state: LessonState,
  /** What is published now; null for a draft that nobody has seen. */
  published: LessonText.extend({ revision: Revision, at: Time, by: z.string().nullable() }).nullable(),
  /** The viewer's own draft. */
  draft: LessonDraft.nullable(),
  /** Other authors with a draft of it. */
  others: z.array(z.object({ username: z.string(), saved_at: Time })),
  /**
   * What the draft was made from, where somebody has published since then: the three texts that "See both" shows are
   * this one, `published` and `draft`.
   */
  base: LessonText.nullable(),
});
export type AuthoredLesson = z.infer<typeof AuthoredLesson>;

/** Saves the viewer's draft. @example version 0 for the first save */
export const DraftBody = z.strictObject({
  head: DraftHead,
  body: Markdown,
  /** The revision that the text was made from, or, after a conflict, the one that the author has seen. */
  base: Revision.nullable(),
  version: z.number().int().min(0).max(2_147_483_647),
});
export type DraftBody = z.infer<typeof DraftBody>;

export const PublishBody = z.strictObject({
  /** Of the draft: it must be the one that the author sees. */
  version: z.number().int().positive().max(2_147_483_647),
  note: z.string().trim().max(200).regex(storable).default(''),
  /** When to publish; now when it is left out, never (what was planned is given up) when it is null. */
  at: Time.nullable().optional(),
});

export const PublishedLesson = Published.extend({ lesson: AuthoredLesson });
export type PublishedLesson = z.infer<typeof PublishedLesson>;

export const LessonRevisions = z.object({ revisions: z.array(LessonRevision), next_cursor: z.string().nullable() });
export const LessonRevisionText = LessonRevision.extend(LessonText.shape);
export type LessonRevisionText = z.infer<typeof LessonRevisionText>;

export const PreviewBody = z.strictObject({ head: DraftHead, body: Markdown });

/** A lesson as learners will see it, made of a text that is not published. */
export const LessonPreview = z.object({
  modules: z.array(Module),
  /** The lines of `body` (1-based, both inclusive) that each module was made of, by the module's id. */
  blocks: z.array(z.object({ id: z.string(), from: z.number().int(), to: z.number().int() })),
  /** `line` counts in `body`; faults of the front matter have line 0. */
  diagnostics: z.array(ContentDiagnostic),
});
export type LessonPreview = z.infer<typeof LessonPreview>;

/** A lesson's body as a list of blocks, in order: each is the Markdown of one module, or of several. */
export const ModulesBody = z.strictObject({
  modules: z
    .array(z.strictObject({ markdown: Markdown }))
    .min(1, 'A lesson has something to read.')
    .max(500),
  /** The revision that the modules were made from. */
  base: Revision.nullable(),
});

/** A file of a training that its lessons can show or give away. */
export const TrainingMediaFile = z.object({
  /** As lessons name it: `figures/pair.svg`. */
  path: z.string(),
  size: z.number().int(),
  content_type: z.string(),
  /** For pictures, in pixels. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  src: z.string(),
  /** The lessons that name it. */
  used_by: z.array(Slug),
});
export const TrainingMediaFiles = z.object({ files: z.array(TrainingMediaFile) });
export type TrainingMediaFiles = z.infer<typeof TrainingMediaFiles>;

/** As lessons name it, without its folder; the reader of the folder says which endings it takes. */
const FileName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'A file has a name of up to 100 letters, digits, dots, hyphens and underscores.');

export const byTrainingFile = z.object({ slug: Slug, folder: z.enum(uploadFolders), name: FileName });

export const ImageUpload = z.strictObject({
  /** PNG, JPEG, WebP or AVIF, in base64. */
  image: z.string().min(1, 'Choose a picture.').max(16_777_216, pictureTooLarge),
  training: Slug,
  /** Without an ending: what is stored is `figures/{name}.webp`. */
  name: z.string().regex(figureName, figureNameFault),
  /** Whether it takes the place of one that is there. */
  overwrite: z.boolean().default(false),
});
export type ImageUpload = z.infer<typeof ImageUpload>;

export const FileUpload = z.strictObject({
  training: Slug,
  folder: z.enum(uploadFolders),
  name: FileName,
  /** Whether it takes the place of one that is there. */
  overwrite: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  /** The same for all parts of a file; new for each try. */
  upload: z.uuid(),
  /** From 1. */
  part: z.coerce.number().int().min(1).max(mostParts),
  parts: z.coerce.number().int().min(1).max(mostParts, 'A file may have at most 200 MB.'),
});
export type FileUpload = z.output<typeof FileUpload>;

export const UploadedFile = z.object({
  path: z.string(),
  size: z.number().int(),
  content_type: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Where it is served; null for a drawing, which becomes a part of the lesson. */
  src: z.string().nullable(),
});
export type UploadedFile = z.infer<typeof UploadedFile>;

/** Null while parts are missing. */
export const FileUploadAnswer = z.object({ file: UploadedFile.nullable() });
