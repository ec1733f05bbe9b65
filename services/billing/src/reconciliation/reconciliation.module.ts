import { Module } from '@nestjs/common';
import { BalanceModule } from '../balance/balance.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { DifferenceRepository } from './difference.repository.js';
import { ObjectReader } from './object-reader.js';
import { PageReader } from './page-reader.js';
import { Reconciler } from './reconciler.js';
import { ReconciliationSchedule } from './reconciliation-schedule.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { RecordRepository } from './record.repository.js';
import { RunRepository } from './run.repository.js';

@Module({
  imports: [ProviderModule, BalanceModule],
  providers: [
    RunRepository,
    RecordRepository,
    DifferenceRepository,
    ObjectReader,
    PageReader,
    Reconciler,
    ReconciliationSchedule,
  ],
  controllers: [ReconciliationController],
})
export class ReconciliationModule {}
