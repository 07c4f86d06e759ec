export { startBackupSchedule } from './backup-schedule.ts';
export { readBackupStatus } from './backup-status.read-model.ts';
