export { BackupError } from './backup-error.js';
export { createBackup } from './create-backup.js';
export { openBackup } from './file/read-file.js';
export { restoreBackup } from './restore-backup.js';
