import { Module } from '@nestjs/common';
import { AccessRecorder } from './access-recorder.js';

/** What the gateway reports to the audit log. Admins read the log through `admin/audit`. */
@Module({ providers: [AccessRecorder], exports: [AccessRecorder] })
export class AuditModule {}
