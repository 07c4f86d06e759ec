export { createLedger } from './ledger.service.ts';
export { webhookPath } from './webhook.routes.ts';
