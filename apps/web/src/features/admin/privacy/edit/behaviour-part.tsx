import type { ConsentConfig } from '@hexpedition/contract';
import { Callout } from '#ui/callout.tsx';
import { languageName, switches } from '../names.ts';
import css from './edit.module.css';
import { LanguageField, Text, Toggle } from './fields.tsx';

interface Props {
  config: ConsentConfig;
  /** The name of the cookie in the active version. */
  activeName: string;
  change: (changes: Partial<ConsentConfig>) => void;
}

const groups = [
  ['The notice', ['mustConsent', 'noNotice', 'noticeAsModal', 'embedded']],
  ['What can be pressed', ['acceptAll', 'hideDeclineAll', 'hideLearnMore', 'hideToggleAll']],
  ['The dialog', ['groupByPurpose', 'default']],
] as const;

/** How visitors are asked, what is linked, and where their answer is kept. */
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
            // Two of them are on where nothing is said.
            onChange={(isOn) =>
              change({ [field]: field === 'acceptAll' || field === 'groupByPurpose' ? isOn : isOn || undefined })
            }
          />
        ))}
      </fieldset>
    ))}
    <PrivacyPolicy value={config.privacyPolicy} onChange={(privacyPolicy) => change({ privacyPolicy })} />
    <fieldset className={css.group}>
      <legend>The cookie</legend>
      <Text
        label="Name of the cookie"
        path="storageName"
        mono
        value={config.storageName}
        hint="It keeps what a visitor has decided, for 120 days."
        onChange={(storageName = '') => change({ storageName })}
      />
      {config.storageName !== activeName && (
        <Callout kind="warning" title="Everybody will be asked again">
          <p>
            Decisions stand in the cookie {activeName}. Nobody reads it any more once {config.storageName || 'another'}{' '}
            takes its place.
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
  const all: Record<string, string> = typeof value === 'object' ? value : value ? { default: value } : {};
  const codes = Object.keys(all).filter((code) => code !== 'default');
  const set = (next: Record<string, string | undefined>) => {
    const given = Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const isOne = given.length === 1 && given[0]?.[0] === 'default';
    onChange(isOne ? given[0]?.[1] : given.length > 0 ? Object.fromEntries(given) : undefined);
  };
  return (
    <fieldset className={css.group}>
      <legend>Privacy policy</legend>
      <Text
        label="Address"
        path={codes.length > 0 ? 'privacyPolicy.default' : 'privacyPolicy'}
        mono
        optional
        value={all.default}
        hint="Linked in notice and dialog. A path of this site such as /legal, or an https address."
        onChange={(address) => set({ ...all, default: address })}
      />
      {codes.map((code) => (
        <Text
          key={code}
          label={`Address in ${languageName(code)}`}
          path={`privacyPolicy.${code}`}
          mono
          optional
          value={all[code]}
          onChange={(address) => set({ ...all, [code]: address })}
        />
      ))}
      <LanguageField
        label="Another address in"
        value=""
        none="choose a language"
        without={[...codes, 'zz']}
        onChange={(code) => code && set({ ...all, [code]: all.default ?? '/' })}
      />
    </fieldset>
  );
}
