import { sanitizeName } from './plain-text.ts';

/** A mail before it has a form: what it says, its placeholders filled in. */
export interface MailContent {
  subject: string;
  /** Shown behind the subject in a list of mails. */
  preview: string;
  heading: string;
  paragraphs: string[];
  facts?: [label: string, value: string][];
  /** The one thing to do. */
  action: { label: string; url: string };
  /** What stands before `otherwise`, such as "Not you?". */
  question: string;
  /** What to do if it was not them, or if it is not right. */
  otherwise: string;
  /** Why they get it. */
  reason: string;
}

export interface Recipient {
  username: string;
  /** Where visitors reach the platform; no slash at the end. */
  publicUrl: string;
}

export const siteHost = ({ publicUrl }: Recipient) => new URL(publicUrl).host;
export const accountPhrase = (recipient: Recipient) =>
  `your account ${sanitizeName(recipient.username)} on ${siteHost(recipient)}`;
