/** Rank → number of the last bollard. */
const reach = new Map([
  ['deckhand', 1],
  ['watchman', 2],
  ['harbourmaster', 3],
]);

/** Parses the entries of a pass. Malformed ones are ignored, and the last of two with one name counts. */
function entriesOf(text: Buffer): Map<string, string> {
  const entries = new Map<string, string>();
  for (const entry of text.toString('utf8').split(';')) {
    const at = entry.indexOf('=');
    if (at > 0) entries.set(entry.slice(0, at), entry.slice(at + 1));
  }
  return entries;
}

export interface Visitor {
  name: string;
  rank: string;
  /** Number of the last bollard that they may walk to. */
  reach: number;
  knowsTheWord: boolean;
}

/** Returns the person that a pass names; undefined if the watch does not have this rank. */
export function visitorOf(text: Buffer, word: string): Visitor | undefined {
  const entries = entriesOf(text);
  const rank = entries.get('rank') ?? '';
  const far = reach.get(rank);
  if (far === undefined) return undefined;
  return { name: entries.get('name') ?? 'stranger', rank, reach: far, knowsTheWord: entries.get('word') === word };
}
