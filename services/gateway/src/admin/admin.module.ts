import { Module } from '@nestjs/common';
import { AdminController } from './admin.controller.js';
import { PaymentsService } from './payments.service.js';

@Module({ providers: [PaymentsService], controllers: [AdminController] })
export class AdminModule {}
