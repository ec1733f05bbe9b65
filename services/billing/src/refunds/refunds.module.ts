import { Module } from '@nestjs/common';
import { ChargesModule } from '../charges/charges.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { MoneyBackRecorder } from './money-back-recorder.js';
import { RefundMetrics } from './refund-metrics.js';
import { RefundRecorder } from './refund-recorder.js';
import { RefundRequester } from './refund-requester.js';
import { RefundSender } from './refund-sender.js';
import { RefundRepository } from './refund.repository.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';

@Module({
  imports: [ChargesModule, ProviderModule],
  providers: [
    RefundRepository,
    RefundRequester,
    RefundSender,
    MoneyBackRecorder,
    RefundMetrics,
    RefundRecorder,
    RefundsService,
  ],
  controllers: [RefundsController],
  exports: [RefundRepository, RefundsService, MoneyBackRecorder, RefundMetrics],
})
export class RefundsModule {}
