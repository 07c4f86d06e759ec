import { drive } from '../drive.ts';
import { answerParent } from '../machine/children.ts';

/** Generates load in a process of its own, so that it does not share an event loop with what it measures. */
answerParent(drive);
