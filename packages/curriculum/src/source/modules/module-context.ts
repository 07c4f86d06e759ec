import type { Report } from '../../diagnostics.ts';
import type { MarkdownDocument } from '../../markdown/document.ts';
import type { MediaFile } from '../curriculum-types.ts';
import type { TrainingMedia } from '../training-media.ts';

/** The line range of a module in its file, inclusive. */
export interface ModuleLines {
  id: string;
  from: number;
  to: number;
}

/** A reference to a lab. */
export interface LabLine {
  slug: string;
  line: number;
}

/** State that the readers of a lesson's modules share. */
export interface ModuleContext {
  document: MarkdownDocument;
  report: Report;
  /**
   * Uid of the subchapter or test that contains the modules. Stable over renames: seeds the shuffling of ordering
   * quizzes.
   */
  ownerUid: string;
  /** Collects the referenced labs. */
  labs: LabLine[];
  media: TrainingMedia;
  /** Collects the files whose URLs learners get. */
  served: MediaFile[];
  /** Collects the line ranges of the modules. */
  blocks: ModuleLines[];
}
