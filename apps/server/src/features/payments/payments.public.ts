export { createLedger } from './ledger/ledger.service.ts';
export { webhookPath } from './ledger/webhook.routes.ts';
export { paymentSamples } from './mails/sample-letters.ts';
export { sandboxPlans } from './plans.ts';
export { reconcileOnce } from './reconciling/reconcile-once.ts';
