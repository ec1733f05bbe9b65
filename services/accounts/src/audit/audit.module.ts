import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';

@Module({ providers: [AuditRepository], controllers: [AuditController], exports: [AuditRepository] })
export class AuditModule {}
