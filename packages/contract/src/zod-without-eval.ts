import { config } from 'zod';

/**
 * Disables Zod's code generation. Browsers call it before the first schema loads, because Zod otherwise tests `eval`,
 * which the Content Security Policy blocks and reports.
 */
export function disableZodEval(): void {
  config({ jitless: true });
}
