import { type Figures, figuresAnswer } from '@desk/contracts';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../auth/access.js';
import { Documented } from '../openapi/documented.js';
import { FiguresService } from './figures.service.js';

@Controller('api/figures')
@Access('public')
export class FiguresController {
  constructor(private readonly figures: FiguresService) {}

  @Get()
  @Documented({ summary: 'From posted to delivered, measured', answer: figuresAnswer })
  async read(@Res({ passthrough: true }) response: Response): Promise<Figures> {
    const figures = await this.figures.read();
    response.setHeader('cache-control', `public, max-age=${this.figures.maxAgeSeconds}`);
    return figures;
  }
}
