export { createLedger } from './ledger.service.ts';
export { sandboxPlans } from './plans.ts';
export { webhookPath } from './webhook.routes.ts';
