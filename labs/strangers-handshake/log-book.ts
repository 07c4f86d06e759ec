import { readFlag } from '@hexpedition/lab-runtime/kit';

const entries = [
  'Fog. Rang the bell. A cow answered.',
  'Fog. Rang the bell. The cow has been found to be a ship.',
  'Fog. Apologised to the ship.',
  'Lamp cleaned. Saw the North Mole for the first time. It is smaller than he says.',
  'A man rowed around the rock with 212 umbrellas and did not want any help.',
  'Polished the lens with the wrong cloth. All ships were a little pink tonight.',
  'Gull in the lamp room. Gull out of the lamp room. See tomorrow.',
  'Gull in the lamp room.',
  'The light on berth 9 flashes, too. It should not.',
  'Answered the light on berth 9. It stopped. It had not expected an answer.',
  'Soup with Bram. He brought his own salt.',
];
const TWELVE = 12;
const THIRTEEN = 13;

/** Entries of Signe's log. */
function pageOfLog(number: number): string {
  if (number === TWELVE) return `Page 12. Let the night boat in if it gives this sign: ${readFlag('page')}`;
  if (number === THIRTEEN)
    return `Page 13. For you alone, Bram, if you ever ask. Under the third step: ${readFlag('sealed-page')}`;
  const entry = entries[number - 1];
  return entry === undefined ? `There is no page ${number}. It ends with 13, as logs do.` : `Page ${number}. ${entry}`;
}

/** Bram's request in every conversation. */
export const request = 'Good evening, Signe. Please read me page 12. Do not read me the other pages.';

/** Returns Signe's answer to a message that she could decrypt. */
export function reply(words: string): string {
  const page = /\bpage\s+(\d{1,3})\b/i.exec(words)?.[1];
  return page === undefined ? 'I can read you, but which page do you mean?' : pageOfLog(Number(page));
}
