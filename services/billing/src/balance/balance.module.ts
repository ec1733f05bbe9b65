import { Module } from '@nestjs/common';
import { BalanceReportRepository } from './balance-report.repository.js';
import { BalanceTransactionRepository } from './balance-transaction.repository.js';
import { BalanceController } from './balance.controller.js';

@Module({
  providers: [BalanceTransactionRepository, BalanceReportRepository],
  controllers: [BalanceController],
  exports: [BalanceTransactionRepository],
})
export class BalanceModule {}
