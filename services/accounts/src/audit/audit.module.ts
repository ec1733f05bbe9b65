import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { ReportedEntryRepository } from './reported-entry.repository.js';

@Module({
  imports: [CredentialsModule],
  providers: [AuditRepository, ReportedEntryRepository, AuditService],
  controllers: [AuditController],
  exports: [AuditRepository, ReportedEntryRepository],
})
export class AuditModule {}
