import { Module } from '@nestjs/common';
import { SendingService } from './sending.service.js';

@Module({ providers: [SendingService], exports: [SendingService] })
export class SendingModule {}
