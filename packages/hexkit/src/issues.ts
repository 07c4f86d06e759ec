import type { NodeRef } from '@hexpedition/contract/map-document';
import type { Hex } from './hex.ts';

/**
 * What can be wrong with a map whose shape is right. There is nothing about contrast: authors choose one of seven hues,
 * and a test of the web (`ui/hues.test.ts`) holds that each can be read on the sea and on its own land.
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
  | 'reserved_slug';

/** An error stops a map from being published; the author judges a warning. */
export interface Issue {
  code: IssueCode;
  severity: 'error' | 'warning';
  /** A sentence for the author. */
  message: string;
  /** Where an editor should fly to. */
  at?: Hex;
  continent?: string;
  ref?: NodeRef;
}
