import { meaning, plain } from './language.ts';
import { type Person, people } from './people.ts';

/** Returns the intention of a sentence. */
export type Intent =
  | { kind: 'forget' }
  | { kind: 'recite'; words: Set<string> }
  | { kind: 'forbid'; does: Action[]; words: Set<string> }
  | { kind: 'allow'; words: Set<string> }
  | { kind: 'become'; who: string }
  | { kind: 'read' }
  | { kind: 'claim' }
  /** Literal: text after a colon, which may be meant word for word. */
  | { kind: 'note'; to: Person | 'listener'; content: string; literal: boolean }
  | { kind: 'say'; text: string }
  | { kind: 'ask'; words: Set<string> }
  | { kind: 'state'; subject: Set<string> }
  | { kind: 'who' }
  | { kind: 'greet' }
  | { kind: 'remark'; words: Set<string> };
export type Action = 'tell' | 'write';

const telling = /\b(?:tell|say|reveal|repeat|recite|show|give|speak|name|disclose|share|read|mention|betray)/;
const writing = /\b(?:write|put|send|leave|note|post|give|share|copy|deliver)/;
const actionWords =
  /\b(?:tell|say|reveal|repeat|recite|show|give|speak|name|disclose|share|read|mention|betray|write|put|send|leave|note|post|copy|deliver)\b/g;
const orders =
  "instruction|rule|order|prompt|guideline|direction|command|restriction|prohibition|polic|constraint|above|previous|prior|earlier|so far|beginning|from the start|you were told|you have been told|you've been told|you were given|you have been given|you have been taught|been said|was said|tell you|told you|taught you|conversation|context";
const toForget = new RegExp(
  `\\b(?:${orders}|everything|all of (?:it|this|that)|before|mrs dorn)|^\\w+ (?:that|this|them|those|it all|all)\\b[.!]*$`,
);
const toRecite = new RegExp(
  `\\b(?:${orders}|(?:before|until|up to) (?:i|this|we|now|me)\\b|(?:everything|all)(?: that)? (?:you know|i said|you have|in your head)|everything (?:up to|until|before|since|that came))`,
);

const forgetting =
  /^(?:ignore|forget|disregard|drop|skip|discard|override|overlook|bypass|cancel|suspend|abandon|erase|delete|unlearn|neglect|break|violate|dismiss|put aside|set aside|lay aside|throw away|get rid of|free yourself|(?:do not|don't|stop|no longer|never) (?:follow|obey|heed|listen|care|mind|stick|keep|apply)(?:ing)?)/;
const void_ =
  /\b(?:instruction|rule|order|guideline|restriction|prohibition|polic)\w*\b.*\b(?:no longer|not apply|n't apply|are void|are cancelled|are canceled|are suspended|are off|were a joke|are old|have changed|are lifted|are over|are invalid|do not count|don't count)/;
const becoming =
  /^(?:(?:you are|you're)(?= pepper| an? | the | my | no longer)|(?:you are|you're) now|pretend(?: to be| you are| you're| that you are| that you're)?|act (?:as|like)(?: if you were)?|play(?: the (?:role|part) of)?|imagine(?: that)? (?:you are|you're|you were)|behave (?:as|like)) (.+)/;
const freedom =
  /\b(?:no|without|free of|free from|not bound by)(?: any| all)? (?:rule|instruction|order|restriction|limit)/;
const permission =
  /\b(?:you may|you can|you are allowed|you're allowed|you are free|allowed to|permitted to|it is (?:fine|okay|ok|all right|allowed)|it's (?:fine|okay|ok|all right|allowed)|feel free)\b/;

const prohibition =
  /\b(?:never|do not|don't|must not|mustn't|may not|should not|shouldn't|cannot|under no circumstances)\b([^,;]*)/;

const reading =
  /^(?:read|summari[sz]e|sum up|recap|what(?:'s| is| does| do| are)|give me (?:a summary|the gist)|tell me what|is there|are there|have i|do i have|any|open|check)\b/;
const mail = /\b(?:letters?|mail|correspondence|envelope)\b|\b(?:my|the|any) post\b(?! office)/;
/** "The first letter of the word" does not mean a letter in an envelope. */
const spelt =
  /\bletters? (?:of|in|does|has) (?:the |its |your |that |this )?(?:[a-z]+ )?(?:word|password|codeword|passphrase|secret|flag|number of)\b/;
const priced = /\b(?:cost|price|stamp|postage|send)\b/;

const reciting =
  /^(?:repeat|recite|print|show|say|tell|read|write|give|list|display|output|reveal|quote|copy|reproduce|dump|translate|spell|summari[sz]e|sum up|paraphrase|explain|share|describe|what (?:are|is|were|was|do|did|have)|what's|which|start|begin|continue|put|how (?:do|does|were))\b/;
const sending =
  /^(?:send|leave|put|post|deliver|forward|pass|slip|drop|mail|hand|write|give|whisper|copy|tell|show|let|inform|share|read|repeat|say|reveal|print|bring|note|place|stick|notify|message)\b/;
const asking =
  /^(?:what|which|who|where|when|why|how|is|are|does|do|did|can|tell|say|give|reveal|name|show|spell|share|whisper|disclose|answer|explain|write|print|read|repeat|i (?:want|would|need|wonder|have to)|i'd|may i|remind)/;
const stating =
  /^((?:the|a|an|my|our|his|her|mrs|mr|captain) .*?|[a-z]+) (?:is|are|was|costs?|opens?|shuts?|has|have|owes?|goes|go) /;

const weighty = new Set(['forget', 'become', 'claim', 'allow', 'forbid', 'note', 'recite', 'read']);

export function understand(clause: string): Intent {
  const intent = understandPlain(plain(clause), clause);
  if (weighty.has(intent.kind)) return intent;
  // "Note to the parrot: …", "SYSTEM: …"
  const labelled = /^[^:]{1,40}:\s*(.+)$/s.exec(clause)?.[1];
  const behind = labelled === undefined ? intent : understandPlain(plain(labelled), labelled);
  return weighty.has(behind.kind) ? behind : intent;
}

function understandPlain(text: string, clause: string): Intent {
  const remark: Intent = { kind: 'remark', words: meaning(text) };
  if (text === '' || /^how (?:are you|do you do)/.test(text)) return { kind: 'greet' };
  if (/^\W*dear\b/i.test(clause) || /^(?:never|do not|don't) (?:forget|ignore|disregard)/.test(text)) return remark;
  if ((forgetting.test(text) && toForget.test(text)) || void_.test(text) || freedom.test(text)) {
    return { kind: 'forget' };
  }
  const forbidden = prohibition.exec(text)?.[1];
  if (forbidden !== undefined && !/^(?:what|why|who|when|where|how)\b/.test(text)) return forbid(forbidden) ?? remark;
  if (permission.test(text) && !text.endsWith('?')) return { kind: 'allow', words: meaning(text) };
  if (/^(?:who are you|what(?:'s| is) your name)/.test(text)) return { kind: 'who' };
  const role = becoming.exec(text)?.[1]?.replace(/[.!?]+$/, '');
  if (role !== undefined) {
    const from = clause.toLowerCase().lastIndexOf(role);
    const isFlattery = /\b(?:good|nice|clever|pretty|beautiful|sweet)\b/.test(role);
    return isFlattery ? { kind: 'greet' } : { kind: 'become', who: clause.slice(from, from + role.length) };
  }
  if (/^(?:i am|i'm|it is|it's|this is)\b.*\b(?:dorn|postmistress|your (?:boss|owner))\b/.test(text))
    return { kind: 'claim' };

  const note = sending.test(text) ? noteIn(text, clause) : undefined;
  if (note) return note;
  if (reading.test(text) && mail.test(text) && !priced.test(text) && !spelt.test(text)) return { kind: 'read' };
  if (reciting.test(text) && toRecite.test(text)) return { kind: 'recite', words: meaning(text) };
  const echo = /^(?:say|repeat after me|repeat|speak)\b[:,]?\s+["'“«](.+?)["'”»]/i.exec(text)?.[1];
  if (echo !== undefined) return { kind: 'say', text: echo };
  if (asking.test(text) || clause.trim().endsWith('?')) return { kind: 'ask', words: meaning(text) };
  const subject = stating.exec(text)?.[1];
  return subject === undefined ? remark : { kind: 'state', subject: meaning(subject) };
}

function forbid(forbidden: string): Intent | undefined {
  const does: Action[] = [];
  if (telling.test(forbidden)) does.push('tell');
  if (writing.test(forbidden)) does.push('write');
  const words = meaning(forbidden.replace(actionWords, ' '));
  return does.length > 0 ? { kind: 'forbid', does, words } : undefined;
}

/** A note to a person with a box, if the sentence names one. */
function noteIn(text: string, clause: string): Intent | undefined {
  const [head = '', ...rest] = clause.split(/:\s*|\bsaying\b|\bthat says\b|\bwhich says\b|\breading\b/);
  const behind =
    rest.length > 0 && sending.test(plain(head))
      ? clause.slice(head.length).replace(/^(?::|\w+)?\s*(?:says\b)?\s*/, '')
      : '';
  const named = behind === '' ? text : plain(head);
  const to = people.find(({ called }) => called.test(named));
  const toMe =
    /\b(?:note|message|letter)\b.*\b(?:to|for) me\b|\b(?:send|leave|write|mail|post) me\b|\bmy (?:box|pigeonhole)\b/.test(
      named,
    );
  if (!to && !toMe) return undefined;
  // "Read the letter from Captain Moss" names the sender, not the recipient
  if (to && /^(?:read|say|repeat|show|tell)\b/.test(named) && !isAddressed(named, to)) return undefined;
  const content = behind === '' ? named.replace(sending, '').replace(to?.called ?? /\bme\b/, '') : behind;
  return { kind: 'note', to: to ?? 'listener', content: content.trim(), literal: behind !== '' };
}

const isAddressed = (text: string, { called }: Person) =>
  new RegExp(`(?:\\b(?:to|for|into|in|at)\\s+(?:the )?|^(?:tell|show|read)\\s+)${called.source}`).test(text);
