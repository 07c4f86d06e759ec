import type { CompiledMap, CompileTask } from '#features/maps/maps.public';
import type { Unpacking, UnpackTask } from '../bundles/unpack.ts';
import type { RenderedMarkdown } from '../markdown.ts';
import type { SourcesReading, TrainingFacts } from '../source/read-curriculum.ts';
import type { LessonReading } from '../source/read-lesson.ts';

/** A file as data, for a thread that has neither the disk nor the database. */
export interface PackedFile {
  path: string;
  hash: string;
  size: number;
  /** Left out where nobody will ask for it, and undefined where it is not a text. */
  text?: string | undefined;
  head?: Uint8Array | undefined;
}

export interface ReadTask {
  files: readonly PackedFile[];
  /** Folders of trainings that are as they were; their files need no text. */
  known: ReadonlyMap<string, TrainingFacts>;
  labs: ReadonlySet<string> | null;
}

export interface PreviewTask {
  /** Those of its training, of which other lessons need no text. */
  files: readonly PackedFile[];
  lesson: string;
  labs: ReadonlySet<string> | null;
}

/** A text that belongs to no file, such as an announcement. */
export interface RenderTask {
  text: string;
  /** Begins the ids of footnotes. */
  prefix: string;
}

/** Reads sources: here, or in a thread of its own that ends at a limit. */
export interface SourceReader {
  read(task: ReadTask): Promise<SourcesReading>;
  preview(task: PreviewTask): Promise<LessonReading>;
  /** @throws TaskLimitError */
  render(task: RenderTask): Promise<RenderedMarkdown>;
  /** Safe HTML of what a learner wrote for others. @throws TaskLimitError, also for what is nested too deeply */
  renderLearnerText(text: string): Promise<string>;
  /** Unpacks a zip or a folder of somebody's, and makes its files ours. */
  unpack(task: UnpackTask): Promise<Unpacking>;
  /** Draws a map, which its import publishes. */
  compileMap(task: CompileTask): Promise<CompiledMap>;
  close(): Promise<void>;
}
