import type { NodeRef } from '@hexpedition/contract/map-document';
import type { Hex } from './hex.ts';

/**
 * Codes of the issues of a map whose shape is valid. No code checks contrast: authors choose one of seven hues, and a
 * test of the web app (`ui/hues.test.ts`) checks that each is readable on the sea and on its own land.
 */
export type IssueCode =
  | 'overlap'
  | 'two_on_a_hex'
  | 'off_continent'
  | 'other_continent'
  | 'unknown_continent'
  | 'split_continent'
  | 'orphan_end'
  | 'no_route'
  | 'cycle'
  | 'unknown_slug'
  | 'duplicate_slug'
  | 'unplaced'
  | 'missing_start'
  | 'reserved_slug'
  | 'names_collide';

/** An issue of a map. An error blocks publication; a warning is left to the author. */
export interface Issue {
  code: IssueCode;
  severity: 'error' | 'warning';
  /** A message for the author. */
  message: string;
  /** The hex that the editor shows for this issue. */
  at?: Hex;
  continent?: string;
  ref?: NodeRef;
}
