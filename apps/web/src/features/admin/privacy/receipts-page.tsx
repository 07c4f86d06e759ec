import type { ConsentReceipts } from '@hexpedition/contract';
import { toCsv } from '@hexpedition/contract/csv';
import { type ConsentType, consentReceiptDays, consentTypes } from '@hexpedition/contract/privacy-vocabulary';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Icon } from '#ui/icon.tsx';
import { SelectField } from '#ui/select-field.tsx';
import admin from '../admin.module.css';
import { receiptsQuery } from '../admin-queries.ts';
import { formatAuditTime } from '../audit/audit-time.ts';
import { fetchAllPages } from '../fetch-all-pages.ts';
import { ListFilter } from '../list-filter.tsx';
import { NoMatches } from '../no-matches.tsx';
import { PagedList } from '../paged-list.tsx';
import css from './privacy.module.css';
import { PrivacyFrame } from './privacy-frame.tsx';

export interface ReceiptsSearch {
  type?: ConsentType;
}

const typeNames: Record<ConsentType, string> = {
  save: 'saved a selection',
  accept: 'accepted everything',
  decline: 'declined everything',
  show: 'was asked',
  'contextual-accept': 'allowed an embed',
};

const isType = (value: string | undefined): value is ConsentType => consentTypes.some((type) => type === value);

/** Button that downloads the filtered receipts as CSV. */
function ReceiptsExport({ filter }: { filter: { type?: ConsentType } }) {
  const api = useApi();
  const save = useMutation({
    mutationFn: async () => {
      const { entries, isMore } = await fetchAllPages(async (cursor) => {
        const page = await api('GET /api/admin/privacy/records', { query: { ...filter, limit: 100, ...cursor } });
        return { entries: page.records, next_cursor: page.next_cursor };
      });
      saveFile('consent-records.csv', 'text/csv', receiptsCsv(entries));
      const message = `Saved ${plural(entries.length, 'receipt')}.`;
      return isMore ? `${message} There are more: filter by action to export the rest.` : message;
    },
  });
  return (
    <div className={admin.actions}>
      <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
        CSV
      </Button>
      <FormStatus error={save.error} done={save.isSuccess && save.data} />
    </div>
  );
}

const receiptsCsv = (records: ConsentReceipts['records']): string =>
  toCsv({
    columns: ['record', 'at', 'type', 'version', 'consents', 'changes', 'page', 'client'],
    rows: records.map(({ pk, at, type, version, consents, changes, pathname, client }) => [
      ...[pk, at, type, version, JSON.stringify(consents)],
      ...[changes && JSON.stringify(changes), pathname, client],
    ]),
  });

/** Consent receipts: visitors' decisions, kept as proof. */
export function ReceiptsPage({ search }: { search: ReceiptsSearch }) {
  const navigate = useNavigate();
  return (
    <PrivacyFrame
      title="Consent receipts"
      lead={`What visitors decided, and under which version. Newest first. Receipts contain no address and no account, so they do not name the visitor. They are kept for ${consentReceiptDays / 365} years.`}
      action={<ReceiptsExport filter={search} />}
    >
      <ListFilter
        label="Receipts"
        values={search}
        onFilter={({ type }) => void navigate({ to: '/admin/privacy/records', search: isType(type) ? { type } : {} })}
      >
        <SelectField label="Action" name="type">
          <option value="">any</option>
          {consentTypes.map((type) => (
            <option key={type} value={type}>
              {typeNames[type]}
            </option>
          ))}
        </SelectField>
      </ListFilter>
      <PagedList
        key={search.type}
        what="The receipts"
        query={(cursor) => receiptsQuery({ ...search, ...(cursor && { cursor }) })}
        isEmpty={({ records }) => records.length === 0}
        empty={
          search.type ? (
            <NoMatches icon="shield" title="No matching receipts" all="/admin/privacy/records">
              No visitor {typeNames[search.type]} in the retention period.
            </NoMatches>
          ) : (
            <EmptyState icon="shield" title="No receipts yet">
              <p>The first receipt appears when a visitor is asked for consent.</p>
            </EmptyState>
          )
        }
      >
        {({ records }) => (
          <ul className={css.records}>
            {records.map((receipt) => (
              <ReceiptRow key={receipt.pk} receipt={receipt} />
            ))}
          </ul>
        )}
      </PagedList>
    </PrivacyFrame>
  );
}

function ReceiptRow({ receipt }: { receipt: ConsentReceipts['records'][number] }) {
  const { at, type, version, consents, changes, pathname, client } = receipt;
  return (
    <li className={css.record}>
      <p className={css.name}>A visitor {typeNames[type]}</p>
      <p className={css.facts}>
        <time dateTime={at}>{formatAuditTime(at)} UTC</time>
        <span>version {version}</span>
        {pathname && <span>{pathname}</span>}
        <span>{client}</span>
      </p>
      {Object.keys(consents).length === 0 ? (
        <p className={css.consents}>No decision yet</p>
      ) : (
        <ul className={css.consents} aria-label="Decisions">
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
