import { Module } from '@nestjs/common';
import { LiveController } from './live.controller.js';
import { LiveService } from './live.service.js';

@Module({ providers: [LiveService], controllers: [LiveController] })
export class LiveModule {}
