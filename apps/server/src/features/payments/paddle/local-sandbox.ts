import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPaddleSandbox, newWebhookSecret } from '@hexpedition/paddle-sandbox';
import type { Config, PaddleConfig } from '#platform/config';
import { webhookPath } from '../ledger/webhook.routes.ts';
import { sandboxPlans } from '../plans.ts';

export interface LocalSandbox {
  paddle: PaddleConfig;
  /** Tells it where the platform is, once that is known. */
  meet(port: number): void;
  close(): Promise<void>;
}

/**
 * Starts the sandbox that stands in for Paddle, on the port after the platform's where that is free. Its keys are made
 * anew at each start: nobody but this process needs them.
 */
export async function startLocalSandbox({ dataDir, port, publicUrl }: Config): Promise<LocalSandbox> {
  const key = () => randomBytes(24).toString('hex');
  const [apiKey, clientToken, webhookSecret] = [`pdl_sdbx_${key()}`, `test_${key()}`, newWebhookSecret()];
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
    meet: (at) => {
      const here = [`http://localhost:${at}`, `http://127.0.0.1:${at}`];
      sandbox.setShopOrigins([...new Set([publicUrl, ...here])]);
      sandbox.setWebhook({ url: `http://127.0.0.1:${at}${webhookPath}`, secret: webhookSecret });
    },
    close: () => sandbox.close(),
  };
}
