export { createLedger } from './ledger.service.ts';
