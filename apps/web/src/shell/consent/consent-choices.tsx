import type { ConsentConfig, ConsentService } from '@hexpedition/contract';
import type { ConsentAction, ConsentState } from '#lib/consent/consent-state.ts';
import {
  descriptionOf,
  purposeDescription,
  purposesOf,
  purposeTitle,
  type Translator,
  titleOf,
} from '#lib/consent/translate.ts';
import { Switch } from '#ui/switch.tsx';
import css from '../../entities/consent/consent.module.css';

export interface ConsentChoicesProps {
  config: ConsentConfig;
  t: Translator;
  state: ConsentState;
  act: (action: ConsentAction) => void;
}

/** Switches for all services, grouped by purpose or as a list. */
export function ConsentChoices(props: ConsentChoicesProps) {
  const { config, t } = props;
  const { services, hideToggleAll } = config;
  const open = services.filter(({ required }) => !required);
  // A master switch is useful only with more than one row.
  const rows = config.groupByPurpose ? purposesOf(config).filter((purpose) => isOpen(services, purpose)) : open;
  const hasSwitchForAll = !hideToggleAll && open.length > 1 && rows.length > 1;
  return (
    <ul className={css.choices}>
      {config.groupByPurpose
        ? purposesOf(config).map((purpose) => (
            <li key={purpose}>
              <Purpose {...props} purpose={purpose} />
            </li>
          ))
        : services.map((service) => (
            <li key={service.name}>
              <Service {...props} service={service} />
            </li>
          ))}
      {hasSwitchForAll && (
        <li className={css.all}>
          <GroupSwitch
            {...props}
            services={open}
            label={t('service', 'disableAll', 'title')}
            hint={t('service', 'disableAll', 'description')}
          />
        </li>
      )}
    </ul>
  );
}

const ofPurpose = (services: readonly ConsentService[], purpose: string) =>
  services.filter(({ purposes }) => purposes.includes(purpose));
const isOpen = (services: readonly ConsentService[], purpose: string) =>
  ofPurpose(services, purpose).some(({ required }) => !required);

/** Purpose with one switch for all its services, and the services in a details element. */
function Purpose({ purpose, ...props }: ConsentChoicesProps & { purpose: string }) {
  const { config, t } = props;
  const services = ofPurpose(config.services, purpose);
  return (
    <>
      <GroupSwitch
        {...props}
        services={services}
        label={purposeTitle(purpose, t)}
        hint={purposeDescription(purpose, t)}
      />
      <details className={css.services}>
        <summary>
          {services.length} {t('purposeItem', services.length === 1 ? 'service' : 'services')}{' '}
          <span className={css.names}>{services.map((service) => titleOf(service, t)).join(', ')}</span>
        </summary>
        <ul>
          {services.map((service) => (
            <li key={service.name}>
              {services.length > 1 || service.purposes.length > 1 ? (
                <Service {...props} service={service} isBelowPurpose />
              ) : (
                <ServiceWithoutSwitch service={service} t={t} />
              )}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Switch for several services: on if all are on, mixed if some are on. */
function GroupSwitch({
  services,
  state: { consents },
  act,
  label,
  hint,
  t,
}: ConsentChoicesProps & { services: readonly ConsentService[]; label: string; hint: string | undefined }) {
  const open = services.filter(({ required }) => !required);
  const on = open.filter(({ name }) => consents[name]).length;
  return (
    <Switch
      label={label}
      hint={
        <>
          {hint}
          {open.length === 0 && <Mark text={t('service', 'required', 'title')} />}
        </>
      }
      mixed={on > 0 && on < open.length}
      checked={on === open.length}
      disabled={open.length === 0}
      onChange={({ currentTarget: { checked } }) =>
        act({ type: 'choose', services: open.map(({ name }) => name), value: checked })
      }
    />
  );
}

interface ServiceProps extends ConsentChoicesProps {
  service: ConsentService;
  /** Shown below its purpose, so a single purpose is not repeated. */
  isBelowPurpose?: boolean;
}

function Service({ service, state: { consents }, act, t, isBelowPurpose = false }: ServiceProps) {
  const { name, required = false, optOut } = service;
  return (
    <Switch
      label={titleOf(service, t)}
      hint={
        <>
          <Description service={service} t={t} hasPurposes={!isBelowPurpose || service.purposes.length > 1} />
          {required && <Mark text={t('service', 'required', 'title')} more={t('service', 'required', 'description')} />}
          {optOut && !required && (
            <Mark text={t('service', 'optOut', 'title')} more={t('service', 'optOut', 'description')} />
          )}
        </>
      }
      checked={required || consents[name] === true}
      disabled={required}
      onChange={({ currentTarget: { checked } }) => act({ type: 'choose', services: [name], value: checked })}
    />
  );
}

/** Service without its own switch, because the switch of its purpose controls it. */
function ServiceWithoutSwitch({ service, t }: { service: ConsentService; t: Translator }) {
  return (
    <div className={css.described}>
      <p>{titleOf(service, t)}</p>
      <Description service={service} t={t} hasPurposes={false} />
      {service.optOut && !service.required && (
        <Mark text={t('service', 'optOut', 'title')} more={t('service', 'optOut', 'description')} />
      )}
    </div>
  );
}

function Description({ service, t, hasPurposes }: { service: ConsentService; t: Translator; hasPurposes: boolean }) {
  const { purposes } = service;
  const names = purposes.map((purpose) => purposeTitle(purpose, t)).join(', ');
  return (
    <>
      <span className={css.description}>{descriptionOf(service, t)}</span>
      {hasPurposes && (
        <span className={css.purposes}>
          {t('service', purposes.length > 1 ? 'purposes' : 'purpose')}
          {colons[t.language] ?? ': '}
          {names}
        </span>
      )}
    </>
  );
}

/** Colon with spacing for languages that differ from English. */
const colons: Readonly<Record<string, string>> = { fr: '\u00a0: ', oc: '\u00a0: ', zh: '：' };

const Mark = ({ text, more }: { text: string; more?: string }) => (
  <span className={css.mark}>
    {text}
    {more && <span className={css.more}>{more}</span>}
  </span>
);
