import type { ConsentConfig } from '@hexpedition/contract';
import type { ReactNode } from 'react';
import { listed, purposesOf, purposeTitle, type Translator, titleOf } from '#lib/consent/translate.ts';
import { fillPlaceholders } from '../../entities/consent/fill-placeholders.tsx';

interface Props {
  config: ConsentConfig;
  t: Translator;
}

/** Text of the notice with the optional purposes and their services: `Videos from other sites (YouTube)`. */
export function NoticeText({ config, t }: Props) {
  const purposes = purposesOf(config).filter((purpose) => purpose !== 'functional');
  const names = purposes.map((purpose) => {
    const services = config.services.filter((service) => service.purposes.includes(purpose));
    return `${purposeTitle(purpose, t)} (${services.map((service) => titleOf(service, t)).join(', ')})`;
  });
  const parts = { purposes: <strong>{listed(names)}</strong>, privacyPolicy: policyLink(config, t) };
  return fillPlaceholders(t('consentNotice', 'description'), parts);
}

/** Text of the dialog above the switches. */
export function DialogText({ config, t }: Props) {
  const link = policyLink(config, t);
  return (
    <>
      {t('consentModal', 'description')} {link && fillPlaceholders(t('privacyPolicy', 'text'), { privacyPolicy: link })}
    </>
  );
}

/** Link to the privacy policy: a page of this site or the operator's own. */
function policyLink({ privacyPolicy }: ConsentConfig, t: Translator): ReactNode {
  const href =
    typeof privacyPolicy === 'object'
      ? (privacyPolicy[t.language] ?? privacyPolicy.default)
      : (privacyPolicy ?? t.find('privacyPolicyUrl'));
  if (href === undefined) return null;
  return <a href={href}>{t('privacyPolicy', 'name')}</a>;
}
