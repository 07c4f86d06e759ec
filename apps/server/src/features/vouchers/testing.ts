import type { NewBatch, NewBatchBody } from '@hexpedition/contract';
import type { z } from 'zod';
import type { TestApp } from '#testing/test-app';

/** Creates a batch through the API. By default it has one voucher with one use. @returns the batch and its superuser */
export async function makeBatch(test: TestApp, changes: Partial<z.input<typeof NewBatchBody>> = {}) {
  const captain = await test.as({ isSuperuser: true });
  const body = { name: 'A batch', tier: 2, months: 1, uses: 1, vouchers: 1, ...changes };
  const { status, body: made } = await captain.post<NewBatch>('/api/admin/vouchers', body);
  if (status !== 200) throw new Error(JSON.stringify(made));
  return { ...made, captain };
}
