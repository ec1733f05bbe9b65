import { Module } from '@nestjs/common';
import { OutcomeRecorder } from './outcome-recorder.js';
import { SendingService } from './sending.service.js';

@Module({ providers: [OutcomeRecorder, SendingService], exports: [SendingService] })
export class SendingModule {}
