interface ServiceTexts {
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
  consentModal: ServiceTexts & { saved: string };
  /** `description` contains `{purposes}`. */
  consentNotice: ServiceTexts & { changeDescription: string; learnMore: string; testing: string };
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
  purposes: {
    functional: ServiceTexts;
    media: ServiceTexts;
    performance: ServiceTexts;
    marketing: ServiceTexts;
    advertising: ServiceTexts;
  };
  purposeItem: { service: string; services: string };
  service: {
    purpose: string;
    purposes: string;
    required: ServiceTexts;
    optOut: ServiceTexts;
    disableAll: ServiceTexts;
  };
  platform: ServiceTexts;
  paddle: ServiceTexts;
  matomo: ServiceTexts;
  youtube: ServiceTexts;
}
