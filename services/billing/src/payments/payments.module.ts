import { Module } from '@nestjs/common';
import { ChargesModule } from '../charges/charges.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { PaymentTotalRepository } from './payment-total.repository.js';
import { PaymentRepository } from './payment.repository.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';

@Module({
  imports: [ChargesModule, RefundsModule],
  providers: [PaymentRepository, PaymentTotalRepository, PaymentsService],
  controllers: [PaymentsController],
})
export class PaymentsModule {}
