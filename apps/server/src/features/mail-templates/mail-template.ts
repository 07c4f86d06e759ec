import type { Wording } from '@hexpedition/contract';
import { type MailContent, type Recipient, siteHost } from './mail-content.ts';
import type { Placeholder } from './placeholders.ts';
import { sanitizeName } from './plain-text.ts';

/** What every letter offers. */
const always = ['username', 'host'] as const satisfies Placeholder[];
type Always = (typeof always)[number];

/**
 * What a letter holds besides its wording. No superuser can change it: the button carries the link that confirms an
 * address or opens an account, so whoever could lead it elsewhere could take over accounts; the facts are what happened;
 * and the reason is how somebody who never signed up learns why they are written to.
 */
interface Frame<Own extends Placeholder> {
  /** Already plain, see `plain-text.ts`. */
  values: Record<Own, string>;
  facts?: MailContent['facts'];
  url: string;
  reason: string;
}

/** What can be said of a letter without knowing what it is about. */
export interface MailTemplateText {
  /** Its name, for the API and the database. */
  kind: string;
  offers: readonly Placeholder[];
  /** The heading or the text has to have these, because nothing else in the mail says it. */
  needs: readonly Placeholder[];
  /** Ours. A superuser can save another. */
  wording: Wording;
}

export interface MailTemplate<About = unknown> extends MailTemplateText {
  frame: (recipient: Recipient, about: About) => Frame<never>;
}

/** As the compiler reads our own texts: to the letter. */
type Fixed = { readonly [Part in keyof Wording]: Wording[Part] extends string ? string : readonly string[] };
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<W extends Fixed> = W[Exclude<keyof Fixed, 'paragraphs'>] | W['paragraphs'][number];
/** What the compiler asks for in vain where a text names a placeholder that the letter does not offer. */
type Offered<Names, Known> = [Exclude<Names, Known>] extends [never]
  ? unknown
  : { noPlaceholderOfThisLetter: Exclude<Names, Known> };

interface Given<About, Own extends Placeholder, Needs extends Own | Always, W extends Fixed> {
  kind: string;
  offers?: readonly Own[];
  needs?: readonly Needs[];
  wording: W & Offered<NamesIn<TextsOf<W>>, Own | Always>;
  frame: (recipient: Recipient, about: About) => Frame<Own>;
}

/** Declares a letter: what it offers, what it says, and what nobody can change. An unknown placeholder does not compile. */
export function defineMailTemplate<
  About,
  const W extends Fixed,
  const Own extends Placeholder = never,
  const Needs extends Own | Always = never,
>({ kind, offers = [], needs = [], wording, frame }: Given<About, Own, Needs, W>): MailTemplate<About> {
  return {
    kind,
    offers: [...always, ...offers],
    needs,
    wording: { ...wording, paragraphs: [...wording.paragraphs] },
    frame,
  };
}

/** The values of all placeholders that a letter offers. */
export const valuesOf = (recipient: Recipient, { values }: Frame<never>): Record<string, string> => ({
  ...values,
  username: sanitizeName(recipient.username),
  host: siteHost(recipient),
});

/** A letter in a wording, which is ours when left out. */
export function fillTemplate<About>(
  { frame: frameOf, wording: ours }: MailTemplate<About>,
  recipient: Recipient,
  about: About,
  { subject, preview, heading, paragraphs, action, question, otherwise }: Wording = ours,
): MailContent {
  const frame = frameOf(recipient, about);
  const values = valuesOf(recipient, frame);
  const fill = (text: string) => fillIn(text, values);
  return {
    subject: fill(subject),
    preview: fill(preview),
    heading: fill(heading),
    paragraphs: paragraphs.map(fill),
    ...(frame.facts ? { facts: frame.facts } : {}),
    action: { label: fill(action), url: frame.url },
    question: fill(question),
    otherwise: fill(otherwise),
    reason: frame.reason,
  };
}

/** In one pass, so that no value is read for placeholders; and none begins a line, or a header, of its own. */
const fillIn = (text: string, values: Record<string, string>): string =>
  text.replace(/\{([a-z]+)\}/g, (_, name: string) => (values[name] ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
