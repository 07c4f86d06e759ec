interface Named {
  title: string;
  description: string;
}

/**
 * Texts of the consent manager in one language. The keys are those of Klaro, so that `translations` of a configuration
 * work with both. Titles of services are next to them: `youtube.title`.
 */
export interface ConsentTexts {
  /** Dialog buttons. */
  acceptAll: string;
  acceptSelected: string;
  /** Dialog button after an earlier decision. */
  save: string;
  decline: string;
  /** Notice button: accept all. */
  ok: string;
  close: string;
  /** `text` contains `{privacyPolicy}`, which becomes a link with the text `name`. */
  privacyPolicy: { name: string; text: string };
  consentModal: Named & { saved: string };
  /** `description` contains `{purposes}`. */
  consentNotice: Named & { changeDescription: string; learnMore: string; testing: string };
  /** `description` contains `{title}`, `hosts` contains `{hosts}`, `descriptionEmptyStore` contains `{link}`. */
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
