import { config } from 'zod';

/**
 * For browsers, before the first schema is loaded: Zod would otherwise try whether it may make functions out of text,
 * which a Content Security Policy forbids and reports.
 */
export function readWithoutEval(): void {
  config({ jitless: true });
}
