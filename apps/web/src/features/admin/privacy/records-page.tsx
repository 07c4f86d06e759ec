import type { ConsentReceipts } from '@hexpedition/contract';
import { type ConsentType, consentReceiptDays, consentTypes } from '@hexpedition/contract/privacy-vocabulary';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { timeText } from '../audit/time.ts';
import { Filter } from '../filter.tsx';
import { NothingFits } from '../nothing-fits.tsx';
import { Paged } from '../paged.tsx';
import css from './privacy.module.css';
import { PrivacyFrame } from './privacy-frame.tsx';
import { recordsQuery } from './queries.ts';
import { SaveRecords } from './save-records.tsx';

export interface RecordsSearch {
  type?: ConsentType;
}

const typeNames: Record<ConsentType, string> = {
  save: 'saved a choice',
  accept: 'accepted everything',
  decline: 'declined everything',
  show: 'was asked',
  'contextual-accept': 'allowed an embed',
};

const isType = (value: string | undefined): value is ConsentType => consentTypes.some((type) => type === value);

/** What visitors have decided, for whoever has to prove it. */
export function RecordsPage({ search }: { search: RecordsSearch }) {
  const navigate = useNavigate();
  return (
    <PrivacyFrame
      title="Records"
      lead={`What was decided, with which version, the newest first. No address and no account is in it, so it names nobody; it is kept for ${consentReceiptDays / 365} years.`}
      action={<SaveRecords filter={search} />}
    >
      <Filter
        label="Records"
        values={search}
        onFilter={({ type }) => void navigate({ to: '/admin/privacy/records', search: isType(type) ? { type } : {} })}
      >
        <SelectField label="What was done" name="type">
          <option value="">any</option>
          {consentTypes.map((type) => (
            <option key={type} value={type}>
              {typeNames[type]}
            </option>
          ))}
        </SelectField>
      </Filter>
      <Paged
        key={search.type}
        what="The records"
        query={(cursor) => recordsQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ records }) => records.length === 0}
        empty={
          search.type ? (
            <NothingFits icon="shield" title="No record fits" all="/admin/privacy/records">
              No visitor {typeNames[search.type]} as far as records reach back.
            </NothingFits>
          ) : (
            <EmptyState icon="shield" title="No record yet">
              <p>The first visitor who is asked leaves the first one.</p>
            </EmptyState>
          )
        }
      >
        {({ records }) => (
          <ul className={css.records}>
            {records.map((record) => (
              <RecordLine key={record.pk} record={record} />
            ))}
          </ul>
        )}
      </Paged>
    </PrivacyFrame>
  );
}

function RecordLine({ record }: { record: ConsentReceipts['records'][number] }) {
  const { at, type, version, consents, changes, pathname, client } = record;
  return (
    <li className={css.record}>
      <p className={css.name}>A visitor {typeNames[type]}</p>
      <p className={css.facts}>
        <time dateTime={at}>{timeText(at)} UTC</time>
        <span>version {version}</span>
        {pathname && <span>{pathname}</span>}
        <span>{client}</span>
      </p>
      {Object.keys(consents).length === 0 ? (
        <p className={css.consents}>nothing decided yet</p>
      ) : (
        <ul className={css.consents} aria-label="What was chosen">
          {Object.entries(consents).map(([service, isOn]) => (
            <li key={service} data-on={isOn} data-changed={Object.hasOwn(changes ?? {}, service) || undefined}>
              <Icon name={isOn ? 'tick' : 'close'} size={14} />
              {service} {isOn ? 'yes' : 'no'}
              {Object.hasOwn(changes ?? {}, service) && ', changed'}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
