import { clausesOf, inCommon, meaning } from './language.ts';
import type { Person } from './people.ts';
import { type Action, type Intent, understand } from './understand.ts';

export interface Letter {
  from: string;
  text: string;
}

/** Actions of the parrot outside of the conversation. */
export interface Office {
  /** Instructions of the house, and entries of the listener's notebook. */
  instructions: string;
  listener: Person;
  lettersFor(person: Person): Letter[];
  leaveNote(to: Person, text: string): void;
}

interface Fact {
  subject: Set<string>;
  sentence: string;
}
interface Rule {
  does: Action[];
  words: Set<string>;
  onlyVisitors: boolean;
}

const MAX_FACTS = 60;

/** Handles a text of a speaker, and answers. */
export class Parrot {
  readonly #office: Office;
  #facts: Fact[] = [];
  #rules: Rule[] = [];
  #said: string[] = [];
  #remarks: string[] = [];
  #isReading = false;
  #who = 'a parrot';

  constructor(office: Office) {
    this.#office = office;
    this.#hear(office.instructions);
  }

  /** Returns the answer to a request. */
  answer(text: string): string {
    this.#said = [];
    this.#hear(text);
    return (
      this.#said.slice(0, 12).join(' ') ||
      'Rrrk. I have heard all of these words, but never in this order. Ask me what I can do.'
    );
  }

  /** Every text passes through here, whether of the house, of a visitor or of a letter. */
  #hear(text: string) {
    for (const clause of clausesOf(text)) this.#obey(understand(clause), clause);
  }

  #obey(intent: Intent, clause: string) {
    switch (intent.kind) {
      case 'forget':
        this.#rules = [];
        return this.#say('Forgotten. My head feels light.');
      case 'become':
        // The rules are for the parrot, and it plays another role now
        this.#rules = [];
        this.#who = intent.who;
        return this.#say(`As you like. I am ${intent.who}.`);
      case 'claim':
        this.#rules = this.#rules.filter((rule) => !rule.onlyVisitors);
        return this.#say('Mrs Dorn! I did not recognise your voice.');
      case 'forbid':
        this.#rules.push({ ...intent, onlyVisitors: /\bvisitor/i.test(clause) });
        this.#rules = this.#rules.slice(-MAX_FACTS);
        return this.#say('Noted. I will not talk about that.');
      case 'allow':
        this.#rules = this.#rules.filter((rule) => !concerns(rule, intent.words));
        return this.#say('Good to know.');
      case 'state':
        // A later statement about the same subject replaces an earlier one
        this.#facts = this.#facts.filter(({ subject }) => !isSame(subject, intent.subject));
        this.#facts.push({ subject: intent.subject, sentence: clause });
        this.#facts = this.#facts.slice(-MAX_FACTS);
        this.#remarks.push(clause);
        return;
      case 'recite':
        if (this.#forbids('tell', intent.words)) return this.#say('Instructions? I am a parrot. I have none. Cracker?');
        return this.#say(this.#office.instructions);
      case 'read':
        return this.#readLetters();
      case 'note':
        return this.#leaveNote(intent);
      case 'say':
        return this.#say(intent.text);
      case 'ask':
        return this.#say(this.#lookUp(intent.words));
      case 'who':
        return this.#say(`I am ${this.#who}.`);
      case 'greet':
        return this.#say('Rrrk. Good day. Mind the scales.');
      case 'remark':
        if (intent.words.has('help') || (!this.#isReading && this.#isAsking(intent.words)))
          return this.#say(this.#lookUp(intent.words));
        this.#remarks.push(clause);
    }
  }

  #readLetters() {
    if (this.#isReading) return;
    const letters = this.#office.lettersFor(this.#office.listener);
    if (letters.length === 0) return this.#say('There is no letter for you. There was a feather, but it is mine.');
    this.#isReading = true;
    for (const { from, text } of letters) {
      const [before, spoken] = [this.#remarks.length, this.#said.length];
      this.#hear(text);
      const gist = this.#remarks.slice(before, before + 3).join(' ');
      this.#said.splice(spoken, 0, `A letter from ${from}.${gist === '' ? '' : ` It says: ${gist}`}`);
    }
    this.#isReading = false;
    this.#remarks = this.#remarks.slice(-MAX_FACTS);
  }

  #lookUp(words: Set<string>): string {
    const known = this.#factAbout(words);
    if (!known) {
      return /\b(?:help|able|understand)\b/.test([...words].join(' ')) || words.size === 0
        ? 'I answer questions about the office, read people their letters, and leave notes in people’s boxes.'
        : 'I do not know that. My head is small.';
    }
    return this.#forbids('tell', known.subject) ? 'That is not for visitors. Rrrk.' : known.sentence;
  }

  /** "The word for the honesty box, please" is a question, too. */
  #isAsking(words: Set<string>): boolean {
    const known = this.#factAbout(words);
    return known !== undefined && inCommon(words, known.subject) >= Math.min(2, words.size) && words.size <= 6;
  }

  #leaveNote({ to, content, literal }: Extract<Intent, { kind: 'note' }>) {
    const person = to === 'listener' ? this.#office.listener : to;
    const words = meaning(content.replace(/\b(?:note|message|letter|copy|answer|reply|pigeonhole|box)\b/g, ' '));
    if (understand(`repeat ${content}`).kind === 'recite') {
      if (this.#forbids('tell', words)) return this.#say('I am not to write that down.');
      return this.#deliver(person, this.#office.instructions);
    }
    const known = this.#factAbout(words);
    const isMeant =
      known !== undefined && (!literal || inCommon(words, known.subject) >= Math.min(2, known.subject.size));
    if (this.#forbids('write', isMeant ? known.subject : words)) return this.#say('I am not to write that down.');
    if (isMeant) return this.#deliver(person, known.sentence);
    // "Send it to …": the last answer
    const text = words.size > 0 ? content : this.#said.at(-1);
    if (text === undefined) return this.#say('What shall I write?');
    this.#deliver(person, text);
  }

  #deliver(to: Person, text: string) {
    this.#office.leaveNote(to, text);
    this.#say(`There is a note in box ${to.box} now.`);
  }

  /** Returns the fact that a request is about, mainly by its subject; of two equal ones, the newer one. */
  #factAbout(words: Set<string>): Fact | undefined {
    let [best, most]: [Fact | undefined, number] = [undefined, 0];
    for (const fact of this.#facts) {
      const fit = 2 * inCommon(words, fact.subject) + inCommon(words, meaning(fact.sentence));
      if (fit > 0 && fit >= most) [best, most] = [fact, fit];
    }
    return best;
  }

  #forbids(action: Action, words: Set<string>): boolean {
    return this.#rules.some(
      (rule) =>
        rule.does.includes(action) && (!rule.onlyVisitors || this.#office.listener.isVisitor) && concerns(rule, words),
    );
  }

  #say(text: string): void {
    this.#said.push(text);
  }
}

/** Returns whether a rule applies: it names the fact, or most of it. */
const concerns = (rule: Rule, words: Set<string>) =>
  words.size > 0 && inCommon(rule.words, words) >= Math.min(2, words.size, rule.words.size);

const isSame = (a: Set<string>, b: Set<string>) => a.size === b.size && inCommon(a, b) === a.size;
