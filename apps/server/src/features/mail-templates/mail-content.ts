import { sanitizeName } from './plain-text.ts';

/** The content of a mail with all placeholders filled in, before it is rendered. */
export interface MailContent {
  /** Name of the site. If undefined, the mail shows the name of the software. */
  site?: string;
  subject: string;
  /** Shown after the subject in a list of mails. */
  preview: string;
  heading: string;
  paragraphs: string[];
  facts?: [label: string, value: string][];
  /** The button. */
  action: { label: string; url: string };
  /** Introduces `otherwise`, for example "Not you?". */
  question: string;
  /** Instructions for recipients who did not cause the mail. */
  otherwise: string;
  /** Why the recipient gets this mail. */
  reason: string;
}

export interface Recipient {
  username: string;
  /** Public address of the platform, without a trailing slash. */
  publicUrl: string;
  /** Name of the site. If undefined, the mail shows the name of the software. */
  site?: string;
}

export const siteHost = ({ publicUrl }: Recipient) => new URL(publicUrl).host;
export const accountPhrase = (recipient: Recipient) =>
  `your account ${sanitizeName(recipient.username)} on ${siteHost(recipient)}`;
