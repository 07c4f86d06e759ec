/// <reference types="vite/client" />

declare module 'virtual:route-assets' {
  import type { ServerManifest } from '@tanstack/router-core';
  export const routes: ServerManifest['routes'];
}
