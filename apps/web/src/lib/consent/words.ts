interface Named {
  title: string;
  description: string;
}

/**
 * What the consent manager says in one language, under the keys that Klaro uses, so that the `translations` of a
 * configuration mean the same to both. Names of services stand beside them: `youtube.title`.
 */
export interface Words {
  /** Of the dialog. */
  acceptAll: string;
  acceptSelected: string;
  /** Of the dialog, once something was decided before. */
  save: string;
  decline: string;
  /** Of the notice: accept all. */
  ok: string;
  close: string;
  /** `text` has `{privacyPolicy}`, in whose place a link with `name` stands. */
  privacyPolicy: { name: string; text: string };
  consentModal: Named & { saved: string };
  /** `description` has `{purposes}`. */
  consentNotice: Named & { changeDescription: string; learnMore: string; testing: string };
  /** `description` has `{title}`, `hosts` has `{hosts}`, `descriptionEmptyStore` has `{link}`. */
  contextualConsent: {
    description: string;
    hosts: string;
    acceptOnce: string;
    acceptAlways: string;
    descriptionEmptyStore: string;
    modalLinkText: string;
    askAgain: string;
  };
  purposes: { functional: Named; media: Named; performance: Named; marketing: Named; advertising: Named };
  purposeItem: { service: string; services: string };
  service: { purpose: string; purposes: string; required: Named; optOut: Named; disableAll: Named };
  platform: Named;
  paddle: Named;
  matomo: Named;
  youtube: Named;
}
