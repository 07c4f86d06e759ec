/// <reference types="vite/client" />

declare module 'virtual:start-up-script' {
  /** What `lib/start-up-script.ts` compiles to. */
  export const startUpScript: string;
}

declare module 'virtual:route-assets' {
  import type { ServerManifest } from '@tanstack/router-core';
  export const routes: ServerManifest['routes'];
}
