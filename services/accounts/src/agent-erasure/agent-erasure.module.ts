import { Module } from '@nestjs/common';
import { AgentErasurePublisher } from './agent-erasure.publisher.js';

@Module({ providers: [AgentErasurePublisher] })
export class AgentErasureModule {}
