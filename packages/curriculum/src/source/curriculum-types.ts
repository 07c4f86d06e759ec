import type { Colour, ModuleKind } from '@hexpedition/contract';
import type { PageLink } from '../markdown/links.ts';
import type { Cue } from './webvtt.ts';

/** A curriculum as authors wrote it, checked and rendered; the import compares it with the database. */
export interface Curriculum {
  continents: Continent[];
  trainings: Training[];
}

export interface Continent {
  slug: string;
  name: string;
  colour: Colour;
  summary: string;
  position: number;
}

export interface Training {
  uid: string;
  slug: string;
  /** Slug of its continent. */
  continent: string;
  name: string;
  tier: number;
  icon: string;
  summary: string;
  description_html: string;
  term: string;
  tags: string[];
  recommended_next: string[];
  kind: 'course' | 'video';
  /** Slugs of the trainings that a learner must finish to unlock it. */
  requires: string[];
  hidden: boolean;
  position: number;
  chapters: Chapter[];
  test_out: TestOut | null;
}

/** The test that a learner can take instead of a training. */
export interface TestOut {
  uid: string;
  name: string;
  summary: string;
  /** Percentage of questions that must be right. */
  pass: number;
  /** Texts and quizzes as visitors see them. */
  modules: Record<string, unknown>[];
  /** Right answers, by quiz id. */
  secrets: Record<string, Record<string, unknown>>;
}

export interface Chapter {
  uid: string;
  slug: string;
  name: string;
  position: number;
  subchapters: Subchapter[];
}

export interface Subchapter {
  uid: string;
  slug: string;
  name: string;
  summary: string;
  minutes: number;
  position: number;
  /** Hash of what a learner reads and answers; independent of slug, position, links and markup. */
  content_hash: string;
  modules: ContentModule[];
}

export interface ContentModule {
  id: string;
  kind: ModuleKind;
  position: number;
  /** The part that a visitor may see. */
  data: Record<string, unknown>;
  /** Right answers and explanations. */
  secret: Record<string, unknown>;
  flag: LessonFlag | null;
}

export interface LessonFlag {
  name: string;
  points: number;
  /** Null for a drill, whose answer differs for each learner. */
  answer: string | null;
}

/** A file of a training that its lessons show or offer for download. */
export interface MediaFile {
  /** Path in the curriculum's folder. */
  path: string;
  /** File name in its folder. */
  name: string;
  hash: string;
  size: number;
  contentType: string;
  /** Cues of a WebVTT file. */
  cues?: Cue[];
}

/** Source position of an item, for problems that are found only after everything is read. */
export interface Origin {
  file: string;
  line: number;
}

/** A link in a file to a page of this site. */
export type LinkOrigin = PageLink & { file: string };
