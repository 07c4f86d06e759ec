export { createLedger } from './ledger/ledger.service.ts';
export { webhookPath } from './ledger/webhook.routes.ts';
export { paymentSamples } from './mails/payment-mail-samples.ts';
export { sandboxPlans } from './plans.ts';
export { reconcileOnce } from './reconciliation/reconcile-once.ts';
