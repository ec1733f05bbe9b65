import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { KnownDevicesModule } from '../known-devices/known-devices.module.js';
import { SessionsController } from './sessions.controller.js';
import { SessionRepository } from './session.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [AuditModule, CredentialsModule, KnownDevicesModule],
  providers: [SessionRepository, SessionsService],
  controllers: [SessionsController],
  exports: [SessionRepository, SessionsService],
})
export class SessionsModule {}
