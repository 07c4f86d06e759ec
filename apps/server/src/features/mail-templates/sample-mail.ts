import type { Wording } from '@hexpedition/contract';
import type { MailContent, Recipient } from './mail-content.ts';
import { fillTemplate, type MailTemplate, type MailTemplateText, valuesOf } from './mail-template.ts';

/** A letter about an example. */
export interface SampleMail {
  letter: MailTemplateText;
  compose: (recipient: Recipient, wording: Wording) => MailContent;
  values: (recipient: Recipient) => Record<string, string>;
}

export const createSampleMail = <About>(
  letter: MailTemplate<About>,
  about: (recipient: Recipient) => About,
): SampleMail => ({
  letter,
  compose: (recipient, wording) => fillTemplate(letter, recipient, about(recipient), wording),
  values: (recipient) => valuesOf(recipient, letter.frame(recipient, about(recipient))),
});
