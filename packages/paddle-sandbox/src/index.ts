export type { TimeStep } from './billing/advance-time.ts';
export { type TestCardKey, testCards } from './cards.ts';
export { createSandboxControl, type SandboxControl } from './control/client.ts';
export type { DeliveryOptions } from './events/deliveries.ts';
export { createWebhookSecret, signWebhook } from './events/signature.ts';
export { createPaddleSandbox, type PaddleSandbox, type PaddleSandboxOptions, type Webhook } from './sandbox.ts';
