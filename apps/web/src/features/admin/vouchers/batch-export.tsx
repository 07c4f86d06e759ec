import type { BatchVouchers, VoucherBatch } from '@hexpedition/contract';
import { toCsv } from '@hexpedition/contract/csv';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { FormStatus } from '#ui/form-status.tsx';

type Voucher = BatchVouchers['vouchers'][number];

/** Button that downloads the state of all vouchers of a batch (at most 500) as CSV. Codes are not stored, so not included. */
export function BatchExport({ batch }: { batch: VoucherBatch }) {
  const api = useApi();
  const save = useMutation({
    mutationFn: async () => {
      const vouchers: Voucher[] = [];
      let cursor: string | null | undefined;
      do {
        const query = cursor ? { cursor } : {};
        const page = await api('GET /api/admin/vouchers/:batch', { params: { batch: batch.pk }, query });
        vouchers.push(...page.vouchers);
        cursor = page.next_cursor;
      } while (cursor);
      saveFile(`vouchers-${batch.pk}-seats.csv`, 'text/csv', seatsCsv(batch, vouchers));
    },
  });
  return (
    <>
      <Button size="sm" icon="download" busy={save.isPending} onClick={() => save.mutate()}>
        CSV
      </Button>
      <FormStatus error={save.error} done={save.isSuccess && 'File downloaded.'} />
    </>
  );
}

/** Returns one CSV row per voucher, with the usernames that the page shows. */
export const seatsCsv = ({ uses }: VoucherBatch, vouchers: readonly Voucher[]): string =>
  toCsv({
    columns: ['number', 'state', 'seats', 'taken', 'redeemed_by', 'last_redeemed_at'],
    rows: vouchers.map(({ number, disabled, taken, redeemed_by, redeemed_at }) => [
      number,
      disabled ? 'disabled' : 'enabled',
      uses,
      taken,
      redeemed_by.join(' '),
      redeemed_at,
    ]),
  });
