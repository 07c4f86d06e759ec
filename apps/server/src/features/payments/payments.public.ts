export { createLedger } from './ledger.service.ts';
export { sandboxPlans } from './plans.ts';
export { reconcileOnce } from './reconciling/reconcile-once.ts';
export { webhookPath } from './webhook.routes.ts';
