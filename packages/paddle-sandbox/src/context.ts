import type { Catalogue } from './catalogue.ts';
import type { EventType } from './shapes.ts';
import type { State } from './state.ts';

/** What all parts of the sandbox share. Whatever changes the state does so without waiting, so that no two interleave. */
export interface Context {
  state: State;
  catalogue: Catalogue;
  now: () => Date;
  id: (prefix: string) => string;
  /** Stores an event and hands it to the deliveries. What it tells is copied. */
  emit: (type: EventType, data: object) => void;
  /** Where browsers reach the sandbox, without a slash at the end. */
  publicUrl: () => string;
  /** The shop's page that opens the checkout for a transaction. */
  paymentLink: () => string;
}

/** A signed name, which only the sandbox can make: the secret part of a link. */
export type Sign = (name: string) => string;
