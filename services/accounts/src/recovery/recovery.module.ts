import { Module } from '@nestjs/common';
import { RecoveryPublisher } from './recovery.publisher.js';
import { RecoveryService } from './recovery.service.js';

@Module({ providers: [RecoveryPublisher, RecoveryService], exports: [RecoveryService] })
export class RecoveryModule {}
