import type { ConsentConfig } from '@hexpedition/contract';
import type { ReactNode } from 'react';
import { listed, purposesOf, purposeTitle, type Translator } from '#lib/consent/translate.ts';
import { withParts } from './with-parts.tsx';

interface Props {
  config: ConsentConfig;
  t: Translator;
}

/** What the notice says: for which purposes it asks. What this site needs is none of them. */
export function NoticeText({ config, t }: Props) {
  const purposes = purposesOf(config).filter((purpose) => purpose !== 'functional');
  const names = purposes.map((purpose) => purposeTitle(purpose, t));
  const parts = { purposes: <strong>{listed(names)}</strong>, privacyPolicy: policyLink(config, t) };
  return withParts(t('consentNotice', 'description'), parts);
}

/** What the dialog says before the choices. */
export function DialogText({ config, t }: Props) {
  const link = policyLink(config, t);
  return (
    <>
      {t('consentModal', 'description')} {link && withParts(t('privacyPolicy', 'text'), { privacyPolicy: link })}
    </>
  );
}

/** Where the details stand: a page here, or the operator's own. */
function policyLink({ privacyPolicy }: ConsentConfig, t: Translator): ReactNode {
  const href =
    typeof privacyPolicy === 'object'
      ? (privacyPolicy[t.language] ?? privacyPolicy.default)
      : (privacyPolicy ?? t.find('privacyPolicyUrl'));
  if (href === undefined) return null;
  return <a href={href}>{t('privacyPolicy', 'name')}</a>;
}
