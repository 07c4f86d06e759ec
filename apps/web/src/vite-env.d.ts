/// <reference types="vite/client" />

declare module 'virtual:start-up-script' {
  /** Compiled `lib/start-up-script.ts`. */
  export const startUpScript: string;
}

declare module 'virtual:route-assets' {
  import type { ServerManifest } from '@tanstack/router-core';
  export const routes: ServerManifest['routes'];
}
