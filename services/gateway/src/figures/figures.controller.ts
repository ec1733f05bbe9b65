import { type LeadStatistics, statisticsAnswer } from '@desk/contracts';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../auth/access.js';
import { Documented } from '../openapi/documented.js';
import { StatisticsService } from './figures.service.js';

@Controller('api/figures')
@Access('public')
export class StatisticsController {
  constructor(private readonly figures: StatisticsService) {}

  @Get()
  @Documented({ summary: 'From posted to delivered, measured', answer: statisticsAnswer })
  async read(@Res({ passthrough: true }) response: Response): Promise<LeadStatistics> {
    const figures = await this.figures.read();
    response.setHeader('cache-control', `public, max-age=${this.figures.maxAgeSeconds}`);
    return figures;
  }
}
