import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [AuditModule, DatabaseModule],
  providers: [SessionsRepository, SessionsService],
  controllers: [SessionsController],
  exports: [SessionsRepository, SessionsService],
})
export class SessionsModule {}
