import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPaddleSandbox, createWebhookSecret } from '@hexpedition/paddle-sandbox';
import type { Config, PaddleConfig } from '#platform/config';
import { webhookPath } from '../ledger/webhook.routes.ts';
import { sandboxPlans } from '../plans.ts';

export interface LocalSandbox {
  paddle: PaddleConfig;
  /** Sets the webhook and the merchant origins once the platform's port is known. */
  setPlatformPort(port: number): void;
  close(): Promise<void>;
}

/**
 * Starts the local sandbox of Paddle on the port after the platform's, or on any free port if that one is taken.
 * Creates new keys at each start, because only this process needs them.
 */
export async function startLocalSandbox({ dataDir, port, publicUrl }: Config): Promise<LocalSandbox> {
  const newKey = () => randomBytes(24).toString('hex');
  const [apiKey, clientToken, webhookSecret] = [`pdl_sdbx_${newKey()}`, `test_${newKey()}`, createWebhookSecret()];
  const sandbox = createPaddleSandbox({ apiKey, clientToken, stateFile: join(dataDir, 'paddle-sandbox.json') });
  const url = await sandbox.listen(port && port + 1).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return sandbox.listen(0);
  });
  return {
    paddle: {
      environment: 'sandbox',
      apiKey,
      clientToken,
      webhookSecret,
      plans: sandboxPlans,
      local: { url, control: sandbox.controlUrl() },
    },
    setPlatformPort: (platformPort) => {
      const local = [`http://localhost:${platformPort}`, `http://127.0.0.1:${platformPort}`];
      sandbox.setShopOrigins([...new Set([publicUrl, ...local])]);
      sandbox.setWebhook({ url: `http://127.0.0.1:${platformPort}${webhookPath}`, secret: webhookSecret });
    },
    close: () => sandbox.close(),
  };
}
