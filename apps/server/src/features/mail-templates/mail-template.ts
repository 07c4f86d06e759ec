import type { Wording } from '@hexpedition/contract';
import { type MailContent, type Recipient, siteHost } from './mail-content.ts';
import type { Placeholder } from './placeholders.ts';
import { sanitizeName } from './plain-text.ts';

/** Placeholders of every template. */
const commonPlaceholders = ['username', 'host'] as const satisfies Placeholder[];
type CommonPlaceholder = (typeof commonPlaceholders)[number];

/**
 * The parts of a mail that superusers cannot change. The link confirms an address or opens an account, so control over it
 * would allow taking over accounts. The facts are what happened. The reason tells recipients who never signed up why they
 * get the mail.
 */
interface Frame<Own extends Placeholder> {
  /** Sanitised, see `plain-text.ts`. */
  values: Record<Own, string>;
  facts?: MailContent['facts'];
  url: string;
  reason: string;
}

/** The part of a template that does not depend on its data. */
export interface TemplateDefinition {
  /** Name in the API and the database. */
  kind: string;
  placeholders: readonly Placeholder[];
  /** Placeholders that the heading or the text must contain, because nothing else in the mail says it. */
  required: readonly Placeholder[];
  /** The default text. A superuser can save a custom one. */
  wording: Wording;
}

export interface MailTemplate<Data = unknown> extends TemplateDefinition {
  frame: (recipient: Recipient, data: Data) => Frame<never>;
}

/** A default text with literal types, so that the compiler can check its placeholders. */
type LiteralWording = { readonly [Part in keyof Wording]: Wording[Part] extends string ? string : readonly string[] };
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TextsOf<W extends LiteralWording> = W[Exclude<keyof LiteralWording, 'paragraphs'>] | W['paragraphs'][number];
/** Requires a property that no text has, and so fails to compile, if a text contains an unknown placeholder. */
type OnlyKnown<Names, Known> = [Exclude<Names, Known>] extends [never]
  ? unknown
  : { unknownPlaceholder: Exclude<Names, Known> };

interface TemplateInput<
  Data,
  Own extends Placeholder,
  Required extends Own | CommonPlaceholder,
  W extends LiteralWording,
> {
  kind: string;
  placeholders?: readonly Own[];
  required?: readonly Required[];
  wording: W & OnlyKnown<NamesIn<TextsOf<W>>, Own | CommonPlaceholder>;
  frame: (recipient: Recipient, data: Data) => Frame<Own>;
}

/** Defines a mail template. A text with an unknown placeholder does not compile. */
export function defineMailTemplate<
  Data,
  const W extends LiteralWording,
  const Own extends Placeholder = never,
  const Required extends Own | CommonPlaceholder = never,
>({
  kind,
  placeholders = [],
  required = [],
  wording,
  frame,
}: TemplateInput<Data, Own, Required, W>): MailTemplate<Data> {
  return {
    kind,
    placeholders: [...commonPlaceholders, ...placeholders],
    required,
    wording: { ...wording, paragraphs: [...wording.paragraphs] },
    frame,
  };
}

/** Returns the values of all placeholders of a template. */
export const placeholderValues = (recipient: Recipient, { values }: Frame<never>): Record<string, string> => ({
  ...values,
  username: sanitizeName(recipient.username),
  host: siteHost(recipient),
});

/** Fills a template with data, in the given text or the default one. */
export function fillTemplate<Data>(
  { frame: frameOf, wording: defaultWording }: MailTemplate<Data>,
  recipient: Recipient,
  data: Data,
  { subject, preview, heading, paragraphs, action, question, otherwise }: Wording = defaultWording,
): MailContent {
  const frame = frameOf(recipient, data);
  const values = placeholderValues(recipient, frame);
  const fill = (text: string) => replacePlaceholders(text, values);
  return {
    ...(recipient.site === undefined ? {} : { site: recipient.site }),
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

/** Replaces in one pass, so that values are not scanned for placeholders. Control characters in values become spaces. */
const replacePlaceholders = (text: string, values: Record<string, string>): string =>
  text.replace(/\{([a-z]+)\}/g, (_, name: string) => (values[name] ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
