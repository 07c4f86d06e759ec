import type { ConsentConfig } from '@hexpedition/contract';
import { Callout } from '#ui/callout.tsx';
import { languageName, switches } from '../config-names.ts';
import { LanguageField, Text, Toggle } from './config-fields.tsx';
import css from './edit.module.css';

interface Props {
  config: ConsentConfig;
  /** Cookie name of the active version. */
  activeName: string;
  change: (changes: Partial<ConsentConfig>) => void;
}

const groups = [
  ['Notice', ['mustConsent', 'noNotice', 'noticeAsModal', 'embedded']],
  ['Buttons', ['acceptAll', 'hideDeclineAll', 'hideLearnMore', 'hideToggleAll']],
  ['Dialog', ['groupByPurpose', 'default']],
] as const;

/** Fields for how visitors are asked, the privacy policy link and the cookie. */
export const BehaviourPart = ({ config, activeName, change }: Props) => (
  <div className={css.part}>
    {groups.map(([title, fields]) => (
      <fieldset key={title} className={css.group}>
        <legend>{title}</legend>
        {fields.map((field) => (
          <Toggle
            key={field}
            path={field}
            {...switches[field]}
            checked={config[field] === true}
            // `acceptAll` and `groupByPurpose` are on by default, so "off" is stored. The others are off by default.
            onChange={(isOn) =>
              change({ [field]: field === 'acceptAll' || field === 'groupByPurpose' ? isOn : isOn || undefined })
            }
          />
        ))}
      </fieldset>
    ))}
    <PrivacyPolicy value={config.privacyPolicy} onChange={(privacyPolicy) => change({ privacyPolicy })} />
    <fieldset className={css.group}>
      <legend>Cookie</legend>
      <Text
        label="Cookie name"
        path="storageName"
        mono
        value={config.storageName}
        hint="The cookie stores a visitor’s decision for 120 days."
        onChange={(storageName = '') => change({ storageName })}
      />
      {config.storageName !== activeName && (
        <Callout kind="warning" title="All visitors will be asked again">
          <p>
            Decisions are stored in the cookie {activeName}. It is no longer read after{' '}
            {config.storageName || 'another'} replaces it.
          </p>
        </Callout>
      )}
    </fieldset>
  </div>
);

type Policy = ConsentConfig['privacyPolicy'];

interface PolicyProps {
  value: Policy;
  onChange: (value: Policy) => void;
}

function PrivacyPolicy({ value, onChange }: PolicyProps) {
  const urls: Record<string, string> = typeof value === 'object' ? value : value ? { default: value } : {};
  const codes = Object.keys(urls).filter((code) => code !== 'default');
  const set = (next: Record<string, string | undefined>) => {
    const filled = Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const isDefaultOnly = filled.length === 1 && filled[0]?.[0] === 'default';
    onChange(isDefaultOnly ? filled[0]?.[1] : filled.length > 0 ? Object.fromEntries(filled) : undefined);
  };
  return (
    <fieldset className={css.group}>
      <legend>Privacy policy</legend>
      <Text
        label="URL"
        path={codes.length > 0 ? 'privacyPolicy.default' : 'privacyPolicy'}
        mono
        optional
        value={urls.default}
        hint="Linked in the notice and the dialog. Enter a path of this site such as /legal, or an https URL."
        onChange={(url) => set({ ...urls, default: url })}
      />
      {codes.map((code) => (
        <Text
          key={code}
          label={`URL in ${languageName(code)}`}
          path={`privacyPolicy.${code}`}
          mono
          optional
          value={urls[code]}
          onChange={(url) => set({ ...urls, [code]: url })}
        />
      ))}
      <LanguageField
        label="Add a URL in"
        value=""
        none="choose a language"
        without={[...codes, 'zz']}
        onChange={(code) => code && set({ ...urls, [code]: urls.default ?? '/' })}
      />
    </fieldset>
  );
}
