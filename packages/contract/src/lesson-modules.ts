import { z } from 'zod';
import { Slug } from './common.ts';

export const TextModule = z.object({
  kind: z.literal('text'),
  id: z.string(),
  /** Sanitised on the server at import. */
  html: z.string(),
  /** Headings of level 2 and 3, for the table of contents. */
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) })),
});

export const QuizModule = z.object({
  kind: z.literal('quiz'),
  id: z.string(),
  answer_kind: z.enum(['single', 'multiple', 'ordering', 'free']),
  question_html: z.string(),
  /** In display order; empty for `free`. */
  options: z.array(z.object({ id: z.string(), html: z.string() })),
});

const FlagModule = z.object({
  kind: z.literal('flag'),
  id: z.string(),
  title: z.string(),
  html: z.string(),
  points: z.number().int(),
});

/** One input of a drill, such as bytes or a listing. `text` is shown verbatim. */
export const DrillInput = z.object({ label: z.string(), text: z.string() });

/** An exercise that the server generates for each learner and checks. */
const DrillModule = z.object({
  kind: z.literal('drill'),
  id: z.string(),
  title: z.string(),
  html: z.string(),
  points: z.number().int(),
  /** Format of the answer as a phrase: `a number`. */
  form: z.string(),
  /** Example input for visitors without an account. */
  sample: z.array(DrillInput),
});

const LabModule = z.object({ kind: z.literal('lab'), id: z.string(), lab: Slug, name: z.string() });

const Option = z.object({ id: z.string(), text: z.string() });

/** A video whose files the platform serves, with range requests. */
const VideoModule = z.object({
  kind: z.literal('video'),
  id: z.string(),
  title: z.string(),
  src: z.string(),
  /** `video/webm` or `video/mp4`. */
  type: z.string(),
  poster: z.string().nullable(),
  /** WebVTT. */
  captions: z.array(z.object({ src: z.string(), lang: z.string(), label: z.string() })),
  /** `at` is in seconds. Chapters and transcript are read from WebVTT files at import. */
  chapters: z.array(z.object({ at: z.number(), title: z.string() })),
  transcript: z.array(z.object({ at: z.number(), text: z.string() })),
});

/** A YouTube video. The browser contacts YouTube only after the visitor agrees. */
const YoutubeModule = z.object({
  kind: z.literal('youtube'),
  id: z.string(),
  title: z.string(),
  /** YouTube's video id of eleven characters. */
  video: z.string().regex(/^[\w-]{11}$/),
});

const FileModule = z.object({
  kind: z.literal('file'),
  id: z.string(),
  title: z.string(),
  src: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Hexadecimal, to verify the download. */
  sha256: z.string(),
});

const PollModule = z.object({
  kind: z.literal('poll'),
  id: z.string(),
  question_pk: z.number().int(),
  question: z.string(),
  multiple: z.boolean(),
  options: z.array(Option),
  html: z.string(),
});

/** A page by the author in a sandboxed frame with its own origin. */
const DemoModule = z.object({
  kind: z.literal('demo'),
  id: z.string(),
  title: z.string(),
  src: z.string(),
  /** CSS pixels. */
  height: z.number().int(),
});

export const Module = z.discriminatedUnion('kind', [
  TextModule,
  QuizModule,
  FlagModule,
  DrillModule,
  LabModule,
  VideoModule,
  YoutubeModule,
  FileModule,
  PollModule,
  DemoModule,
]);
export type Module = z.infer<typeof Module>;
export type ModuleKind = Module['kind'];

/** Fields that visitors see of each kind of module. */
export const moduleFields = Object.fromEntries(
  Module.options.map(({ shape }) => [shape.kind.value, Object.keys(shape)]),
) as Record<ModuleKind, string[]>;
export const moduleKinds = Object.keys(moduleFields) as ModuleKind[];
