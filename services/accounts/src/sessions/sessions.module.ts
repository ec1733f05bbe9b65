import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [AuditModule],
  providers: [SessionsRepository, SessionsService],
  controllers: [SessionsController],
  exports: [SessionsRepository, SessionsService],
})
export class SessionsModule {}
