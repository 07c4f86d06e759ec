export { createSetupLink } from './setup-link.ts';
