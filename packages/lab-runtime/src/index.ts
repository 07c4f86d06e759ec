export { LabBuildError, loadExploit } from './bundle.ts';
export { createEmbeddedRuntime, type EmbeddedOptions } from './embedded/driver.ts';
export { type Exploit, type Target, withTarget } from './exploit.ts';
export type { Pass } from './gateway/cookie.ts';
export { createGateway, type Gateway, type GatewayOptions, type Reachable } from './gateway/gateway.ts';
export { newLabel } from './gateway/host.ts';
export { findLabs, type LoadedLab, loadLab } from './lab.ts';
export { type LabManifest, ManifestError, parseManifest, type Risk } from './manifest.ts';
export * from './runtime.ts';
