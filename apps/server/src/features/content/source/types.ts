import type { Colour } from '@hexpedition/contract';
import type { PageLink } from '../markdown/links.ts';
import type { Cue } from './webvtt.ts';

/** A curriculum as its authors wrote it, checked and rendered; what the import compares with the database. */
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
  /** Slugs of the trainings that must be finished before it opens. */
  requires: string[];
  hidden: boolean;
  position: number;
  chapters: Chapter[];
  test_out: TestOut | null;
}

/** The test that stands in for a training. */
export interface TestOut {
  uid: string;
  name: string;
  summary: string;
  /** Per cent of the questions that must be right. */
  pass: number;
  /** Texts and quizzes as visitors see them. */
  modules: Record<string, unknown>[];
  /** Quiz id → what is right. */
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
  /** Hash of what a learner reads and answers; it does not change with slug, place, links or markup. */
  content_hash: string;
  modules: ContentModule[];
}

export interface ContentModule {
  id: string;
  kind: 'text' | 'quiz' | 'flag' | 'drill' | 'lab' | 'video' | 'youtube' | 'file' | 'poll' | 'demo';
  position: number;
  /** What a visitor may see. */
  data: Record<string, unknown>;
  /** Right answers and explanations. */
  secret: Record<string, unknown>;
  flag: SubchapterFlag | null;
}

interface SubchapterFlag {
  name: string;
  points: number;
  /** Null for a drill, whose answer differs from learner to learner. */
  answer: string | null;
}

/** A file of a training that its lessons can show or give away. */
export interface MediaFile {
  /** In the curriculum's folder. */
  path: string;
  /** As it is called in its folder. */
  name: string;
  hash: string;
  size: number;
  contentType: string;
  /** What a WebVTT file says. */
  cues?: Cue[];
}

/** Where a thing came from, for faults that show only when everything is known. */
export interface Origin {
  file: string;
  line: number;
}

/** A link of a file to one of our pages. */
export type LinkOrigin = PageLink & { file: string };
