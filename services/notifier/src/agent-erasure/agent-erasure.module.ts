import { Module } from '@nestjs/common';
import { AgentErasureController } from './agent-erasure.controller.js';
import { AgentErasureRepository } from './agent-erasure.repository.js';
import { AgentErasureService } from './agent-erasure.service.js';
import { AgentErasureSweeper } from './agent-erasure.sweeper.js';

@Module({
  providers: [AgentErasureRepository, AgentErasureService, AgentErasureSweeper],
  controllers: [AgentErasureController],
})
export class AgentErasureModule {}
