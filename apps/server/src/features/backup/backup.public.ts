export { startBackupSchedule } from './backup-schedule.ts';
export { readBackupReport, readBackupStatus } from './backup-status.read-model.ts';
