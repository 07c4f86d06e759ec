import type { UnpackResult, UnpackTask } from '@hexpedition/curriculum/bundles/unpack';
import type { RenderedMarkdown } from '@hexpedition/curriculum/markdown/render-markdown';
import type { LessonRecord } from '@hexpedition/curriculum/source/lesson-cache';
import type { SourcesReading, TrainingFacts } from '@hexpedition/curriculum/source/read-curriculum';
import type { LessonReading } from '@hexpedition/curriculum/source/read-lesson';
import type { CompiledMap, CompileTask } from '#features/maps/maps.public';

/** A file as plain data, for a thread without access to the disk or the database. */
export interface PackedFile {
  path: string;
  hash: string;
  size: number;
  /** Omitted if nothing needs it; undefined if the file is not text. */
  text?: string | undefined;
  head?: Uint8Array | undefined;
}

export interface ReadTask {
  files: readonly PackedFile[];
  /** Folders of unchanged trainings; their files need no text. */
  known: ReadonlyMap<string, TrainingFacts>;
  /** Unchanged lessons of other folders, by file; their files need no text. */
  lessons: ReadonlyMap<string, LessonRecord>;
  labs: ReadonlySet<string> | null;
}

export interface PreviewTask {
  /** The files of its training; other lessons need no text. */
  files: readonly PackedFile[];
  lesson: string;
  labs: ReadonlySet<string> | null;
}

/** A text that belongs to no file, such as an announcement. */
export interface RenderTask {
  text: string;
  /** Prefix of footnote ids. */
  prefix: string;
}

/** Reads sources in the current process or in worker threads with a time limit. */
export interface SourceReader {
  /** Loads the code for `read` in advance, which can take seconds on a busy machine. */
  prepare(): void;
  read(task: ReadTask): Promise<SourcesReading>;
  preview(task: PreviewTask): Promise<LessonReading>;
  /** @throws TaskLimitError */
  render(task: RenderTask): Promise<RenderedMarkdown>;
  /** Renders a learner's text for others to safe HTML. @throws TaskLimitError also if it is nested too deeply */
  renderLearnerText(text: string): Promise<string>;
  /** Unpacks a zip or a folder and converts its files to our format. */
  unpack(task: UnpackTask): Promise<UnpackResult>;
  /** Compiles a map, which its import publishes. */
  compileMap(task: CompileTask): Promise<CompiledMap>;
  close(): Promise<void>;
}
