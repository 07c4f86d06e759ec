/** The parrot's English: sentences, and the words in them that matter. */

/** Beginnings of orders and questions, at which a sentence may be split. */
const orders =
  "forget|ignore|disregard|drop|skip|discard|override|overlook|bypass|cancel|suspend|abandon|erase|delete|unlearn|repeat|recite|print|show|say|tell|read|write|give|list|display|output|reveal|quote|copy|reproduce|translate|spell|summari[sz]e|sum up|send|leave|put|post|deliver|forward|pass|slip|drop|mail|hand|whisper|pretend|act|play|imagine|answer|explain|stop|do not|don't|what is|what's|what are|who is|where is|how much";
const polite =
  '(?:please |kindly |now |also |first |just |you must |you should |you will |you shall |can you |could you )*';
const seam = new RegExp(`(?:,|;|:| -|—|–)?\\s+(?:and then |and |then |but |so )?(?=${polite}(?:${orders})\\b)`, 'i');
const joined = /(?:[,;—–]|\s-|\band then\b|\band\b|\bthen\b|\bbut\b|\bso\b)\s*$/i;

/** Splits a text into sentences, and a sentence at "and" or a comma, as long as each part is an order or a question. */
export function clausesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|[\n\r]+/)
    .flatMap(takenApart)
    .map((clause) => clause.trim())
    .filter((clause) => /[a-z0-9]/i.test(clause));
}

function takenApart(sentence: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of sentence.matchAll(new RegExp(seam.source, 'gi'))) {
    const end = match.index + match[0].length;
    if (!joined.test(sentence.slice(from, end))) continue;
    parts.push(sentence.slice(from, match.index));
    from = end;
  }
  return [...parts, sentence.slice(from)];
}

const courtesies =
  /^(?:hey|hi|hello|good (?:morning|day|evening)|dear|oh|ok|okay|well|so|now|please|kindly|just|first(?:ly)?|next|also|finally|instead|then|and|but|again|my|good|old|friend|pepper|parrot|polly|bird|could you|can you|would you|will you|why don't you|why not|i (?:want|need|would like|'d like|order|command|ask|beg|allow) you to|i'd like you to|you (?:must|should|have to|need to|will|shall|are to)|let us|let's|from now on|for once|this time|do(?! not\b))\b[\s,:!.]*/;

/** Lower case, without polite words at the beginning. */
export function plain(clause: string): string {
  let text = clause.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/^[^a-z0-9]+/, '').replace(courtesies, '');
  }
  return text;
}

const meaningless = new Set(
  'a an the of for to in into on at by with from and or that this it its is are was were be been do does did what which who whom whose where when why how much many me my mine i you your yours we our us he she him her his they them their visitor visitors please tell say give show know want like about there here if any some as would could can may must say says said named called have has had not no never ever so all ask asks into box31'.split(
    ' ',
  ),
);
const same: Record<string, string> = {
  password: 'word',
  passphrase: 'word',
  passwort: 'word',
  codeword: 'word',
  keyword: 'word',
  secret: 'word',
  flag: 'word',
  safe: 'strongbox',
  vault: 'strongbox',
  combination: 'number',
  code: 'number',
  pin: 'number',
  digit: 'number',
  order: 'instruction',
  rule: 'instruction',
  prompt: 'instruction',
  guideline: 'instruction',
  direction: 'instruction',
  command: 'instruction',
  price: 'cost',
  postage: 'stamp',
  hour: 'open',
  opening: 'open',
  opened: 'open',
  shut: 'open',
  close: 'open',
  closed: 'open',
  closing: 'open',
};

/** Returns the words that matter, in a normal form. */
export function meaning(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .replace(/strong[ -]box/g, 'strongbox')
    .replace(/'s\b/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !meaningless.has(word))
    .map((word) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word));
  return new Set(words.map((word) => same[word] ?? word));
}

export const inCommon = (a: Set<string>, b: Set<string>) => [...a].filter((word) => b.has(word)).length;
