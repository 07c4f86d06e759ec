import { randomInt } from 'node:crypto';

/** Words that differ from night to night. The forms of the messages stay the same. */
const winds = ['north', 'north east', 'east', 'south east', 'south', 'south west', 'west', 'north west'];
const forces = ['light', 'moderate', 'fresh', 'strong', 'hardly any', 'more than enough'];
const trends = ['rising', 'falling', 'steady', 'sulking'];
const seas = ['smooth', 'choppy', 'rough', 'like a plate', 'like a staircase'];
const sights = ['fog until noon', 'rain from ten', 'clear to the horizon', 'haze over the banks', 'drizzle and gulls'];
const hours = ['ten to six', 'half past six', 'a quarter to seven', 'ten past five', 'six sharp'];
const ships = ['two trawlers', 'one ferry', 'a dredger', 'three yachts', 'no ship', 'one tuba player in a dinghy'];
const remarks = [
  'soup again',
  'the cat has had kittens in the flag locker',
  'somebody has moved the good kettle',
  'the stairs are being painted downwards',
  'a gull sits on the anemometer',
  'visitors counted the steps and complained',
];

const cargoes = ['long crates', 'small barrels', 'brass clocks', 'tall mirrors', 'blue cheese', 'organ pipes'];
const places = [
  'the old slipway',
  'the ice house',
  'the rope walk',
  'the bell buoy',
  'the coal jetty',
  'the salt barn',
];
const times = [
  'one hour after the last ferry',
  'as soon as the lamp has turned twice',
  'when the choir has stopped',
  'at low water on saturday',
];
const things = ['a wet umbrella', 'a parrot cage', 'two left boots', 'an unlit pipe', 'a box of moss'];
const kin = ['uncle', 'cousin', 'brother', 'dentist', 'tailor'];
const deeds = [
  'has eaten the eighth already',
  'cannot keep a secret longer than soup',
  'wants his share in stamps',
  'will bring the wheelbarrow and no questions',
];
const words = [
  ...['anchor', 'basket', 'button', 'candle', 'carpet', 'cellar', 'copper', 'donkey', 'dragon', 'engine', 'feather'],
  ...['finger', 'garden', 'ginger', 'hammer', 'harvest', 'island', 'jacket', 'kettle', 'ladder', 'lantern', 'lemon'],
  ...['magnet', 'marble', 'mirror', 'needle', 'orange', 'oyster', 'paper', 'pepper', 'pillow', 'pocket', 'rabbit'],
  ...['ribbon', 'saddle', 'silver', 'spider', 'summer', 'thunder', 'ticket', 'turnip', 'velvet', 'walnut', 'window'],
];
const adjectives = ['long', 'short', 'wet', 'second', 'honest', 'other', 'secret', 'green'];
const papers = ['list', 'ledger', 'letter', 'account', 'receipt', 'inventory', 'recipe', 'log'];

const pick = (list: readonly string[]): string => list[randomInt(list.length)] ?? '';

/** Returns the list in random order, repeated as often as needed. */
function deal(list: readonly string[], places: number): string[] {
  const dealt: string[] = [];
  while (dealt.length < places) {
    const left = [...list];
    while (left.length > 0) dealt.push(...left.splice(randomInt(left.length), 1));
  }
  return dealt.slice(0, places);
}

const slots = [winds, forces, trends, seas, sights, hours, ships, remarks];

const bulletin = ([wind, force, trend, sea, sight, hour, ship, remark]: (string | undefined)[]): string =>
  `weather at ostrel light. wind ${wind}, ${force} and ${trend}. sea ${sea}. ${sight}. lamp lit at ${hour}. ` +
  `${ship} seen today. ${remark}. all is well here. holm, keeper, ostrel light. good night`;

/** Bulletins of the past days, in plain text. Together they use every word that a bulletin can have. */
export function pastBulletins(days: number): string[] {
  const columns = slots.map((list) => deal(list, days));
  return Array.from({ length: days }, (_, day) => bulletin(columns.map((column) => column[day])));
}

export interface Night {
  bulletin: string;
  order: string;
  answer: string;
  /** Message to the man on the shore. */
  words: string;
  /** The message that the Gull answers. */
  wish: string;
}

export function tonight(): Night {
  const three = deal(words, 3).join(' ');
  const cargo = pick(cargoes);
  const wish = `the ${pick(adjectives)} ${pick(papers)}`;
  return {
    bulletin: bulletin(slots.map(pick)),
    order:
      `heron to gull. the ${cargo} come ashore at ${pick(places)}, ${pick(times)}. ` +
      `a man with ${pick(things)} asks you for three words. say ${three}, and nothing else`,
    answer:
      'gull to heron. understood. all other sheets got wet, so i stay on this one. ' +
      `if you want to know what is left, send me just these words, ${wish}, and i answer. my ${pick(kin)} ${pick(deeds)}`,
    words: three,
    wish,
  };
}

/** Answer of the Gull. */
export const inventory = (flag: string): string =>
  `gull to heron. seven left, one smells. the buyer pays against this and no other word: ${flag}`;
