import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPaddleSandbox } from './sandbox.ts';
import { openStore } from './sandbox-state.ts';
import { apiKey, clientToken, prices, startSandbox, startShop } from './testing/test-sandbox.ts';

let folder: string;
let stateFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddle-sandbox-'));
  stateFile = join(folder, 'deeper', 'state.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('keeps the state across a restart in a file that only its owner can read', async () => {
  const first = await startSandbox({ stateFile });
  await first.buy({ priceId: prices.foundationalMonthly });
  const before = await first.control.overview();
  await first.close();
  expect((await stat(stateFile)).mode & 0o777).toBe(0o600);

  const second = await startSandbox({ stateFile });
  const after = await second.control.overview();
  await second.close();
  expect(after.subscriptions).toEqual(before.subscriptions);
  expect(after.events).toEqual(before.events);
});

it('saves the state before it answers a call', async () => {
  const test = await startSandbox({ stateFile });
  const { transactionId } = await test.buy({ priceId: prices.foundationalMonthly });
  expect(JSON.parse(await readFile(stateFile, 'utf8')).transactions[transactionId].status).toBe('completed');
  await test.close();
});

it('keeps the old file if the process is killed between writing and renaming', async () => {
  const first = await startSandbox({ stateFile });
  await first.buy({ priceId: prices.foundationalMonthly });
  const { subscriptions } = await first.control.overview();
  await first.close();
  await writeFile(`${stateFile}.new`, '{"version":1,"customers":{"ctm_');
  const second = await startSandbox({ stateFile });
  expect((await second.control.overview()).subscriptions).toEqual(subscriptions);
  await second.buy({ priceId: prices.foundationalMonthly });
  await second.close();
  const third = await startSandbox({ stateFile });
  expect((await third.control.overview()).subscriptions).toHaveLength(2);
  await third.close();
});

it('sends undelivered webhooks after a restart', async () => {
  const first = await startSandbox({ stateFile });
  first.shop.answerWith(() => 500);
  await first.buy({ priceId: prices.foundationalMonthly });
  const { events } = await first.control.overview();
  await first.close();

  const shop = await startShop();
  const second = createPaddleSandbox({
    apiKey,
    clientToken,
    stateFile,
    webhook: { url: shop.url, secret: shop.secret },
  });
  await second.listen();
  await second.idle();
  expect(new Set(shop.received.map(({ event }) => event.event_id))).toEqual(
    new Set(events.map(({ event_id }) => event_id)),
  );
  await second.close();
  await shop.close();
});

it('saves the last of many simultaneous changes', async () => {
  const { state, save } = openStore(stateFile, 1);
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      state.idCount = index;
      await save();
    }),
  );
  expect(JSON.parse(await readFile(stateFile, 'utf8')).idCount).toBe(19);
});
