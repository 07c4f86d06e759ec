import type { ReactNode } from 'react';

/** One line above the page. */
export interface Banner {
  /** Of its own; a banner that was dismissed stays away under it. */
  id: string;
  kind?: 'note' | 'tip' | 'warning' | 'danger';
  title?: string;
  text?: ReactNode;
  /** Read out when it comes up: what has just happened. */
  isNews?: boolean;
  /** What closing it does; the default is to remember it on this device. Null where it can't be closed. */
  close?: (() => void) | null;
}
