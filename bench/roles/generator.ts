import { generateLoad } from '../load-generator.ts';
import { answerParent } from '../machine/children.ts';

/** Generates load in a separate process, so that it does not share an event loop with the server under test. */
answerParent(generateLoad);
