export { hostOf, type Letter, ofAccount, type Recipient } from './letter.ts';
export { plainName, plainTime } from './plain-text.ts';
export { renderLetter } from './render-letter.ts';
