import type { Wording } from '@hexpedition/contract';
import type { MailContent, Recipient } from './mail-content.ts';
import { fillTemplate, type MailTemplate, placeholderValues, type TemplateDefinition } from './mail-template.ts';

/** A template with example data. */
export interface SampleMail {
  template: TemplateDefinition;
  compose: (recipient: Recipient, wording: Wording) => MailContent;
  values: (recipient: Recipient) => Record<string, string>;
}

export const createSampleMail = <Data>(
  template: MailTemplate<Data>,
  createData: (recipient: Recipient) => Data,
): SampleMail => ({
  template,
  compose: (recipient, wording) => fillTemplate(template, recipient, createData(recipient), wording),
  values: (recipient) => placeholderValues(recipient, template.frame(recipient, createData(recipient))),
});
