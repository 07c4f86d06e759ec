import type { ReactNode } from 'react';

/** A notice above the page. */
export interface Banner {
  /** Unique id; a dismissed banner stays hidden by its id. */
  id: string;
  kind?: 'note' | 'tip' | 'warning' | 'danger';
  title?: string;
  text?: ReactNode;
  /** Announced to screen readers when it appears. */
  isNews?: boolean;
  /** Close handler; by default the dismissal is stored on this device. Null for a banner that cannot be closed. */
  close?: (() => void) | null;
}
