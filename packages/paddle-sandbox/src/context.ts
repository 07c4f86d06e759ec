import type { Catalogue } from './catalogue.ts';
import type { State } from './sandbox-state.ts';
import type { EventType } from './shapes.ts';

/** Shared context of the sandbox. Code changes the state synchronously, so that changes never interleave. */
export interface Context {
  state: State;
  catalogue: Catalogue;
  now: () => Date;
  id: (prefix: string) => string;
  /** Stores an event with a copy of its data, and queues its deliveries. */
  emit: (type: EventType, data: object) => void;
  /** URL of the sandbox for browsers, without a trailing slash. */
  publicUrl: () => string;
  /** The shop's page that opens the checkout for a transaction. */
  paymentLink: () => string;
}

/** Signs a name. The signature is the secret part of a link. */
export type Sign = (name: string) => string;
