export { hostOf, type Letter, ofAccount, type Recipient } from './letter.ts';
export { plainName, plainTime } from './plain-text.ts';
export { renderLetter, renderWords } from './render-letter.ts';
