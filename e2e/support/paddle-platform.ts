import { createSandboxControl, type SandboxControl } from '@hexpedition/paddle-sandbox';
import { startPlatform } from './platform.ts';

/** Starts a platform with the sandbox in place of Paddle, and returns the sandbox's control. */
export async function startPlatformWithPaddle(
  env: Record<string, string> = {},
): Promise<Awaited<ReturnType<typeof startPlatform>> & { sandbox: SandboxControl; controlUrl: string }> {
  const platform = await startPlatform({ PADDLE_SANDBOX: 'on', ...env });
  const found = await poll(() => /(http:\/\/127\.0\.0\.1:\d+)\/control\/([\w-]+)/.exec(platform.output()));
  const [controlUrl = '', url = '', key = ''] = found;
  return { ...platform, sandbox: createSandboxControl(url, key), controlUrl };
}

/** The address is printed after the platform has begun to answer. */
async function poll<T>(read: () => T | null): Promise<T> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const value = read();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The platform has not printed the address of its sandbox.');
}
