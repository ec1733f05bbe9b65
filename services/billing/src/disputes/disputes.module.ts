import { Module } from '@nestjs/common';
import { ChargesModule } from '../charges/charges.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { DisputeRepository } from './dispute.repository.js';
import { DisputesController } from './disputes.controller.js';
import { DisputesService } from './disputes.service.js';

@Module({
  imports: [ChargesModule, RefundsModule, ProviderModule],
  providers: [DisputeRepository, DisputesService],
  controllers: [DisputesController],
  exports: [DisputesService],
})
export class DisputesModule {}
