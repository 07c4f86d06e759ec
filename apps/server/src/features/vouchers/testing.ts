import type { NewBatch, NewBatchBody } from '@hexpedition/contract';
import type { z } from 'zod';
import type { TestApp } from '#testing/test-app';

/** Makes a batch through the API, as a superuser who is returned with it; one voucher of one use unless said otherwise. */
export async function makeBatch(test: TestApp, changes: Partial<z.input<typeof NewBatchBody>> = {}) {
  const captain = await test.as({ isSuperuser: true });
  const body = { name: 'A batch', tier: 2, months: 1, uses: 1, vouchers: 1, ...changes };
  const { status, body: made } = await captain.post<NewBatch>('/api/admin/vouchers', body);
  if (status !== 200) throw new Error(JSON.stringify(made));
  return { ...made, captain };
}
