import { Module } from '@nestjs/common';
import { ThrottlesRepository } from './throttles.repository.js';
import { ThrottlingService } from './throttling.service.js';

@Module({
  providers: [ThrottlesRepository, ThrottlingService],
  exports: [ThrottlesRepository, ThrottlingService],
})
export class ThrottlingModule {}
