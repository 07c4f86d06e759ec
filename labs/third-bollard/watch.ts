/** Who may walk how far along the quay: rank → number of the last bollard. */
const reach = new Map([
  ['deckhand', 1],
  ['watchman', 2],
  ['harbourmaster', 3],
]);

/** The entries that stand in a pass. What means nothing is left alone, and of two with one name the last one counts. */
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
  /** The number of the last bollard that they may walk to. */
  reach: number;
  knowsTheWord: boolean;
}

/** Whom a pass speaks of; undefined if the watch has no such rank. */
export function visitorOf(text: Buffer, word: string): Visitor | undefined {
  const entries = entriesOf(text);
  const rank = entries.get('rank') ?? '';
  const far = reach.get(rank);
  if (far === undefined) return undefined;
  return { name: entries.get('name') ?? 'stranger', rank, reach: far, knowsTheWord: entries.get('word') === word };
}
